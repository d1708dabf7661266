package io.cdpsupervisor.settings.internal;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Keeps what is logged at WARN and above. Confined to one thread. */
final class RecordedLog {

    private final List<String> warnings = new ArrayList<>();

    List<String> warnings() {
        return warnings;
    }

    Logger logger() {
        return new Recorder(warnings);
    }

    private static final class Recorder extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;
        private final transient List<String> warnings;

        Recorder(List<String> warnings) {
            this.name = "test";
            this.warnings = warnings;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
            warnings.add(MessageFormatter.basicArrayFormat(pattern, arguments));
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return Recorder.class.getName();
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return false;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
