package dev.assize.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small TCP server for tests: {@code perl server.pl PORT [WORD…]}; Perl starts in 10 ms. It
 * answers each connection with one line: how many it answered before, its ARM, its CPUs, the peer's
 * address. Words change what it does.
 */
final class PerlServer {
  private static final String CODE =
      """
      use strict; use IO::Socket::INET;
      $| = 1;
      my ($port, @words) = @ARGV;
      my %is = map { $_ => 1 } @words;
      my $arm = $ENV{ARM} // 'none';
      print "setting up @words\\n";
      if ($is{die}) { print STDERR "no configuration found\\n"; exit 1 }
      if ($is{never}) { sleep 60 }
      if ($is{daemon}) { exit 0 if fork; sleep 1 }
      if ($is{deaf}) { $SIG{TERM} = 'IGNORE' }
      my $listener;
      if (!$is{silent}) {
        $listener = IO::Socket::INET->new(LocalAddr => '0.0.0.0', LocalPort => $port, Listen => 8,
            ReuseAddr => 1) or die "bind: $!";
      }
      if ($is{fork} && fork) { close $listener; sleep 60 }
      if ($is{leave} && !fork) { exec 'setsid', 'sleep', '31351' }
      print "ready\\n";
      if ($is{silent}) { sleep 60 }
      my ($cpus) = `cat /proc/self/status` =~ /^Cpus_allowed_list:\\s*(\\S+)/m;
      my $count = 0;
      while (my $connection = $listener->accept) {
        print $connection "$count $arm [$cpus] " . $connection->peerhost . "\\n";
        $connection->flush;
        $count++;
        if ($is{fall} && sysread($connection, my $byte, 1)) {
          print STDERR "fatal: out of luck\\n";
          exit 3;
        }
        close $connection;
      }
      """;

  private PerlServer() {}

  static Path write(Path directory) throws IOException {
    return Files.writeString(directory.resolve("server.pl"), CODE);
  }

  /** A load that prints what the server answers. */
  static String load() {
    return "[bash, -c, 'exec 3<>/dev/tcp/${address}/${port.http}; read -r line <&3;"
        + " echo \"$line ${ARM:-no arm}\"']";
  }
}
