package dev.assize.linux;

import static dev.assize.linux.Native.INT;
import static dev.assize.linux.Native.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** The arguments of posix_spawn in native memory. */
final class SpawnImage implements AutoCloseable {
  /** Room for posix_spawnattr_t (336 bytes) and posix_spawn_file_actions_t (80 bytes) of glibc. */
  private static final long OPAQUE_BYTES = 512;

  private static final long SIGSET_BYTES = 128;
  private static final int SETPGROUP = 0x02;
  private static final int SETSIGDEF = 0x04;
  private static final int SETSIGMASK = 0x08;
  private static final int SETSID = 0x80;

  private static final FunctionDescriptor ONE = FunctionDescriptor.of(INT, LONG);
  private static final FunctionDescriptor TWO = FunctionDescriptor.of(INT, LONG, LONG);
  private static final FunctionDescriptor POINTER_AND_INT = FunctionDescriptor.of(INT, LONG, INT);
  private static final MethodHandle ATTR_INIT = Native.plain("posix_spawnattr_init", ONE);
  private static final MethodHandle ATTR_DESTROY = Native.plain("posix_spawnattr_destroy", ONE);
  private static final MethodHandle ATTR_FLAGS =
      Native.plain(
          "posix_spawnattr_setflags", FunctionDescriptor.of(INT, LONG, ValueLayout.JAVA_SHORT));
  private static final MethodHandle ATTR_SIGDEFAULT =
      Native.plain("posix_spawnattr_setsigdefault", TWO);
  private static final MethodHandle ATTR_SIGMASK = Native.plain("posix_spawnattr_setsigmask", TWO);
  private static final MethodHandle ACTIONS_INIT =
      Native.plain("posix_spawn_file_actions_init", ONE);
  private static final MethodHandle ACTIONS_DESTROY =
      Native.plain("posix_spawn_file_actions_destroy", ONE);
  private static final MethodHandle ADD_OPEN =
      Native.plain(
          "posix_spawn_file_actions_addopen",
          FunctionDescriptor.of(INT, LONG, INT, LONG, INT, INT));
  private static final MethodHandle ADD_DUP2 =
      Native.plain("posix_spawn_file_actions_adddup2", FunctionDescriptor.of(INT, LONG, INT, INT));
  private static final MethodHandle ADD_CHDIR =
      Native.plain("posix_spawn_file_actions_addchdir_np", TWO);
  private static final MethodHandle ADD_CLOSEFROM =
      Native.plain("posix_spawn_file_actions_addclosefrom_np", POINTER_AND_INT);

  private final Arena arena = Arena.ofAuto();
  private final MemorySegment attributes = arena.allocate(OPAQUE_BYTES, 16);
  private final MemorySegment actions = arena.allocate(OPAQUE_BYTES, 16);
  private final MemorySegment path;
  private final MemorySegment argv;
  private final MemorySegment envp;
  private boolean closed;

  SpawnImage(Spawn spawn) {
    path = Native.cString(arena, spawn.executable());
    argv = vector(spawn.argv());
    envp = vector(spawn.environment());
    try {
      check((int) ATTR_INIT.invokeExact(attributes.address()));
      check((int) ACTIONS_INIT.invokeExact(actions.address()));
      setAttributes(spawn.group());
      add(0, spawn.stdin());
      add(1, spawn.stdout());
      add(2, spawn.stderr());
      if (spawn.directory().isPresent()) {
        MemorySegment directory = Native.cString(arena, spawn.directory().get());
        check((int) ADD_CHDIR.invokeExact(actions.address(), directory.address()));
      }
      // Sockets and channels of the JDK are not all close-on-exec.
      check((int) ADD_CLOSEFROM.invokeExact(actions.address(), 3));
    } catch (Throwable failure) {
      throw Native.unexpected(failure);
    }
  }

  private void setAttributes(Spawn.Group group) throws Throwable {
    int placement =
        switch (group) {
          case INHERITED -> 0;
          // The group id is 0 in a fresh attribute: the child leads a group of its own.
          case NEW_GROUP -> SETPGROUP;
          case NEW_SESSION -> SETSID;
        };
    short flags = (short) (SETSIGDEF | SETSIGMASK | placement);
    check((int) ATTR_FLAGS.invokeExact(attributes.address(), flags));
    MemorySegment empty = arena.allocate(SIGSET_BYTES, 8);
    check((int) ATTR_SIGMASK.invokeExact(attributes.address(), empty.address()));
    MemorySegment every = arena.allocate(SIGSET_BYTES, 8);
    every.fill((byte) 0xFF);
    check((int) ATTR_SIGDEFAULT.invokeExact(attributes.address(), every.address()));
  }

  private void add(int target, Stdio stdio) throws Throwable {
    switch (stdio) {
      case Stdio.Open(String file, int flags, int mode) -> {
        MemorySegment name = Native.cString(arena, file);
        check((int) ADD_OPEN.invokeExact(actions.address(), target, name.address(), flags, mode));
      }
      case Stdio.Fd(int number) ->
          check((int) ADD_DUP2.invokeExact(actions.address(), number, target));
    }
  }

  private MemorySegment vector(List<String> entries) {
    MemorySegment vector = arena.allocate(LONG, entries.size() + 1L);
    for (int i = 0; i < entries.size(); i++) {
      vector.setAtIndex(LONG, i, Native.cString(arena, entries.get(i)).address());
    }
    return vector;
  }

  private static void check(int error) {
    if (error != 0) {
      throw new IllegalArgumentException(
          "the C library refused a spawn attribute or file action: " + Native.errnoName(error));
    }
  }

  long attributesAddress() {
    return attributes.address();
  }

  long actionsAddress() {
    return actions.address();
  }

  long pathAddress() {
    return path.address();
  }

  long argvAddress() {
    return argv.address();
  }

  long envpAddress() {
    return envp.address();
  }

  boolean isClosed() {
    return closed;
  }

  /** Frees what the C library allocated; the arena goes with this object. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      check((int) ACTIONS_DESTROY.invokeExact(actions.address()));
      check((int) ATTR_DESTROY.invokeExact(attributes.address()));
    } catch (Throwable failure) {
      throw Native.unexpected(failure);
    }
  }
}
