package io.headroom.buffers.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Allocates chunks and gives them back for real, by the means that the running JDK has.
 *
 * <p>A direct buffer is otherwise freed when the collector finds it, which with a large heap may be never.
 */
abstract class NativeMemory {
    /*
     * Below JDK 22 a direct buffer's cleaner is run by sun.misc.Unsafe.invokeCleaner. From 22 on memory comes from a shared arena and is
     * freed by closing it: invokeCleaner prints a warning there and is to be removed. An arena also turns a read after the free into an
     * exception instead of a fault. Its price is that a scattering read into arena memory allocates 80 bytes for each call (measured on 25),
     * so readers are told by scattersFreely() and read into one buffer at a time there. Both are looked up by name, because core is compiled
     * for 11, and are absent in a runtime image without jdk.unsupported; then the collector remains.
     */

    /** A chunk of memory, and the way to free it. */
    interface Piece {
        ByteBuffer buffer();

        /** Frees it now, if nobody is reading into it; it must not be used afterwards. */
        boolean free();
    }

    /** Returns memory of this size, or null if the system refuses. */
    final @Nullable Piece tryAllocate(int bytes) {
        try {
            return allocate(bytes);
        } catch (OutOfMemoryError refused) {
            return null;
        }
    }

    abstract Piece allocate(int bytes);

    boolean isDirect() {
        return true;
    }

    boolean scattersFreely() {
        return true;
    }

    /** Returns whether the JVM's limit on direct memory counts it. */
    boolean isLimited() {
        return true;
    }

    static NativeMemory heap() {
        return new Heap();
    }

    /** Returns direct memory with the best way of freeing it that this JDK has. */
    static NativeMemory direct() {
        NativeMemory memory = Runtime.version().feature() >= 22 ? arena() : cleaner();
        return memory != null ? memory : new Collected();
    }

    private static @Nullable NativeMemory arena() {
        try {
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            return new SharedArena(
                    lookup.findStatic(arena, "ofShared", MethodType.methodType(arena)),
                    lookup.findVirtual(arena, "allocate", MethodType.methodType(segment, long.class, long.class)),
                    lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class)));
        } catch (ReflectiveOperationException absent) {
            return null;
        }
    }

    private static @Nullable NativeMemory cleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            MethodHandle invokeCleaner = MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class));
            return new Cleaned(invokeCleaner.bindTo(instance.get(null)));
        } catch (ReflectiveOperationException | RuntimeException absent) {
            return null;
        }
    }

    private static final class Heap extends NativeMemory {
        @Override
        Piece allocate(int bytes) {
            return unfreeable(ByteBuffer.allocate(bytes));
        }

        @Override
        boolean isDirect() {
            return false;
        }
    }

    private static final class Collected extends NativeMemory {
        @Override
        Piece allocate(int bytes) {
            return unfreeable(ByteBuffer.allocateDirect(bytes));
        }
    }

    private static Piece unfreeable(ByteBuffer buffer) {
        return piece(buffer, () -> {});
    }

    private static final class Cleaned extends NativeMemory {
        private final MethodHandle invokeCleaner;

        Cleaned(MethodHandle invokeCleaner) {
            this.invokeCleaner = invokeCleaner;
        }

        @Override
        Piece allocate(int bytes) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
            return piece(buffer, () -> {
                try {
                    invokeCleaner.invokeExact(buffer);
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    private static final class SharedArena extends NativeMemory {
        private static final long CACHE_LINE = 64;

        private final MethodHandle ofShared;
        private final MethodHandle allocate;
        private final MethodHandle asByteBuffer;

        SharedArena(MethodHandle ofShared, MethodHandle allocate, MethodHandle asByteBuffer) {
            this.ofShared = ofShared;
            this.allocate = allocate;
            this.asByteBuffer = asByteBuffer;
        }

        @Override
        Piece allocate(int bytes) {
            try {
                AutoCloseable arena = (AutoCloseable) ofShared.invoke();
                Object segment = allocate.invoke(arena, (long) bytes, CACHE_LINE);
                ByteBuffer buffer = (ByteBuffer) asByteBuffer.invoke(segment);
                return piece(buffer, () -> close(arena));
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        boolean scattersFreely() {
            return false;
        }

        @Override
        boolean isLimited() {
            return false;
        }

        private static void close(AutoCloseable arena) {
            try {
                arena.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Piece piece(ByteBuffer buffer, Runnable release) {
        return new Piece() {
            @Override
            public ByteBuffer buffer() {
                return buffer;
            }

            @Override
            public boolean free() {
                try {
                    release.run();
                    return true;
                } catch (IllegalStateException inUse) {
                    return false;
                }
            }
        };
    }
}
