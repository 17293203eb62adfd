package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells mapped files from other memory. */
final class Mapping {
    /*
     * Every direct buffer is a MappedByteBuffer by its type. From JDK 22 on a MemorySegment says whether it is mapped; before that only the
     * file descriptor does that a buffer remembers, which is read by the means of NativeMemory, looked up by name. Before JDK 17 a
     * slice forgets it. Where it cannot be told, a buffer passes for mapped: touching it needlessly costs time and harms nothing.
     */
    private static final int SLICES_REMEMBER = 17;

    private static final int SEGMENTS = 22;

    private static final @Nullable MethodHandle IS_MAPPED = find();

    private Mapping() {}

    /** Returns whether it is useless to touch this memory, since it was when it was allocated. */
    static boolean isKnownToBeNone(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            return true;
        }
        try {
            return IS_MAPPED != null && !(boolean) IS_MAPPED.invoke(buffer);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable MethodHandle find() {
        int feature = Runtime.version().feature();
        try {
            if (feature >= SEGMENTS) {
                return bySegment();
            }
            return feature >= SLICES_REMEMBER ? byDescriptor() : null;
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return null;
        }
    }

    private static MethodHandle bySegment() throws ReflectiveOperationException {
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle isMapped = lookup.findVirtual(segment, "isMapped", MethodType.methodType(boolean.class));
        MethodType ofBuffer = MethodType.methodType(segment, Buffer.class);
        return MethodHandles.filterArguments(isMapped, 0, lookup.findStatic(segment, "ofBuffer", ofBuffer));
    }

    private static MethodHandle byDescriptor() throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Object theUnsafe = instance.get(null);
        long offset = (long) unsafe.getMethod("objectFieldOffset", Field.class)
                .invoke(theUnsafe, MappedByteBuffer.class.getDeclaredField("fd"));
        MethodHandle descriptor = lookup.findVirtual(
                        unsafe, "getObject", MethodType.methodType(Object.class, Object.class, long.class))
                .bindTo(theUnsafe);
        MethodHandle ofBuffer = MethodHandles.insertArguments(descriptor, 1, offset);
        MethodHandle isPresent =
                lookup.findStatic(Objects.class, "nonNull", MethodType.methodType(boolean.class, Object.class));
        return MethodHandles.filterReturnValue(ofBuffer, isPresent);
    }
}
