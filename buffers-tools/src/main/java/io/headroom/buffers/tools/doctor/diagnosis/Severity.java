package io.headroom.buffers.tools.doctor.diagnosis;

/** How bad a finding is, the worst first. */
public enum Severity {
    /** It costs a good part of what the node could do. */
    SEVERE,
    /** It costs, or will. */
    WARNING,
    /** Worth knowing; nothing has to be done. */
    NOTE
}
