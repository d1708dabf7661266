/**
 * JavaScript dialogs (alert, confirm, prompt, beforeunload) as values. Begin with
 * {@link io.cdpsupervisor.api.dialog.PendingDialog}.
 */
@Export
@Version("1.0.0")
package io.cdpsupervisor.api.dialog;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
