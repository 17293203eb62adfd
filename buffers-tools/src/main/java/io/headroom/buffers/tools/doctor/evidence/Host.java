package io.headroom.buffers.tools.doctor.evidence;

import java.util.List;

/**
 * The machine.
 *
 * @param load of all its processors by all processes, from 0 to 1
 * @param ownLoad the part of it that the JVM itself made
 * @param freeBytes memory in no use at all: what caches files is not free here
 * @param memoryBytes memory of the machine
 */
public record Host(
        Answer<List<Point>> load,
        Answer<List<Point>> ownLoad,
        Answer<List<Point>> freeBytes,
        Answer<Long> memoryBytes) {}
