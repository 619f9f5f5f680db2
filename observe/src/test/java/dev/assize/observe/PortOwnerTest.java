package dev.assize.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PortOwnerTest {
  private static final int SELF = (int) ProcessHandle.current().pid();

  private static String listen(String family, String address) {
    return """
        import socket, sys
        s = socket.socket(socket."""
        + family
        + """
            )
            s.bind(('"""
        + address
        + """
            ', 0)); s.listen()
            print(s.getsockname()[1], flush=True); sys.stdin.readline()
            """;
  }

  @Test
  void whoListensIsFoundInBothFamilies() throws Exception {
    for (String[] each :
        new String[][] {
          {"AF_INET", "127.0.0.1"}, {"AF_INET", "0.0.0.0"}, {"AF_INET6", "::1"}, {"AF_INET6", "::"}
        }) {
      try (Commands python = Commands.python(listen(each[0], each[1]))) {
        int port = Integer.parseInt(python.line());
        assertThat(PortOwner.listening(port, SELF)).as(each[1]).containsExactly(python.pid());
        python.kill();
        assertThat(PortOwner.listening(port, SELF)).as("after its end").isEmpty();
      }
    }
  }

  @Test
  void bothHoldersOfAnInheritedSocketAreFound() throws Exception {
    String script =
        "import os\n"
            + listen("AF_INET", "127.0.0.1")
                .replace(
                    "print(",
                    "child = os.fork()\nif child == 0: os.read(0, 1); os._exit(0)\nprint(child, ");
    try (Commands python = Commands.python(script)) {
      String[] words = python.line().split(" ", -1);
      assertThat(PortOwner.listening(Integer.parseInt(words[1]), SELF))
          .containsExactlyInAnyOrder(python.pid(), Integer.parseInt(words[0]));
    }
  }

  @Test
  void connectedSocketDoesNotListen() throws Exception {
    String script =
        """
            import socket, sys
            a = socket.socket(); a.bind(('127.0.0.1', 0)); a.listen()
            b = socket.create_connection(a.getsockname()); c = a.accept()[0]
            print(b.getsockname()[1], flush=True); sys.stdin.readline()
            """;
    try (Commands python = Commands.python(script)) {
      assertThat(PortOwner.listening(Integer.parseInt(python.line()), SELF)).isEmpty();
    }
  }

  @Test
  void anotherNetworkNamespaceIsSearchedByAProcessInIt() throws Exception {
    try (Commands inside =
        Commands.start(
            java.util.Map.of(),
            "unshare",
            "--net",
            "python3",
            "-c",
            listen("AF_INET", "0.0.0.0"))) {
      int port = Integer.parseInt(inside.line());
      assertThat(PortOwner.listening(port, inside.pid())).containsExactly(inside.pid());
      assertThat(PortOwner.listening(port, SELF)).isEmpty();
    }
  }

  @Test
  void noSuchProcessIsSaid() {
    assertThatThrownBy(() -> PortOwner.listening(80, 4_000_000))
        .hasMessageContaining("/proc/4000000/net/tcp");
  }
}
