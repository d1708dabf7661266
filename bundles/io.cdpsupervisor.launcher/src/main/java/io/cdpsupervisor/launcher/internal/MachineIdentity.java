package io.cdpsupervisor.launcher.internal;

/**
 * Where a process number means something: the boot, the pid namespace and the host name. Immutable.
 */
record MachineIdentity(String bootId, String pidNamespace, String hostname) {

    /** Whether process numbers noted there are the numbers of here. */
    boolean sharesPidsWith(MachineIdentity other) {
        return bootId.equals(other.bootId) && pidNamespace.equals(other.pidNamespace);
    }
}
