package dev.assize.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A headless Chromium with one page, told what to do over its debugging protocol. */
final class Browser {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long PATIENCE_SECONDS = 90;

  private final Process process;
  private final HttpClient client = HttpClient.newHttpClient();
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private final List<JsonNode> events = new ArrayList<>();
  private int last;

  Browser(Path profile) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--hide-scrollbars",
            "--user-data-dir=" + profile,
            "--remote-debugging-port=0",
            "about:blank");
    builder.redirectErrorStream(true).redirectOutput(profile.resolve("chromium.log").toFile());
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new IOException("the page tests need chromium on the PATH; install it", e);
    }
    Path portFile = profile.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.exists(portFile) || Files.readAllLines(portFile).size() < 2) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException(
            "chromium did not start: " + Files.readString(profile.resolve("chromium.log")));
      }
      Thread.sleep(50);
    }
    List<String> lines = Files.readAllLines(portFile);
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)), new Listener())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(
        WebSocket webSocket, CharSequence data, boolean end) {
      text.append(data);
      if (end) {
        messages.add(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      webSocket.request(1);
      return null;
    }
  }

  /** Opens a page of its own in which everything that happens is recorded. */
  Page open() throws Exception {
    String target =
        send("", "Target.createTarget", JSON.createObjectNode().put("url", "about:blank"))
            .get("targetId")
            .asString();
    String session =
        send(
                "",
                "Target.attachToTarget",
                JSON.createObjectNode().put("targetId", target).put("flatten", true))
            .get("sessionId")
            .asString();
    Page page = new Page(session);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      page.send(domain + ".enable", JSON.createObjectNode());
    }
    return page;
  }

  private JsonNode send(String session, String method, ObjectNode parameters) throws Exception {
    ObjectNode command = JSON.createObjectNode().put("id", ++last).put("method", method);
    command.set("params", parameters);
    if (!session.isEmpty()) {
      command.put("sessionId", session);
    }
    socket.sendText(JSON.writeValueAsString(command), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    while (true) {
      JsonNode message = next();
      if (message.path("id").asInt(0) == last) {
        if (message.has("error")) {
          throw new IOException(method + ": " + message.get("error"));
        }
        return message.get("result");
      }
      events.add(message);
    }
  }

  private JsonNode next() throws Exception {
    JsonNode message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new IOException("chromium said nothing for " + PATIENCE_SECONDS + " s");
    }
    return message;
  }

  final class Page {
    private final String session;

    private Page(String session) {
      this.session = session;
    }

    JsonNode send(String method, ObjectNode parameters) throws Exception {
      return Browser.this.send(session, method, parameters);
    }

    void size(int width, int height) throws Exception {
      send(
          "Emulation.setDeviceMetricsOverride",
          JSON.createObjectNode()
              .put("width", width)
              .put("height", height)
              .put("deviceScaleFactor", 1)
              .put("mobile", false));
    }

    void dark() throws Exception {
      ObjectNode media = JSON.createObjectNode();
      media
          .putArray("features")
          .addObject()
          .put("name", "prefers-color-scheme")
          .put("value", "dark");
      send("Emulation.setEmulatedMedia", media);
    }

    void withoutScripts() throws Exception {
      send("Emulation.setScriptExecutionDisabled", JSON.createObjectNode().put("value", true));
    }

    /** Loads a file and waits until it is loaded. */
    void load(Path file) throws Exception {
      send("Page.navigate", JSON.createObjectNode().put("url", file.toUri().toString()));
      while (of("Page.loadEventFired").isEmpty()) {
        events.add(next());
      }
    }

    JsonNode evaluate(String script) throws Exception {
      JsonNode result =
          send(
              "Runtime.evaluate",
              JSON.createObjectNode().put("expression", script).put("returnByValue", true));
      if (result.has("exceptionDetails")) {
        throw new IOException(script + ": " + result.get("exceptionDetails"));
      }
      return result.get("result").path("value");
    }

    void screenshot(Path file) throws Exception {
      JsonNode taken = send("Page.captureScreenshot", JSON.createObjectNode());
      Files.write(file, Base64.getDecoder().decode(taken.get("data").asString()));
    }

    /** What happened under this name, as the protocol tells it. */
    List<JsonNode> of(String method) {
      return events.stream()
          .filter(e -> e.path("sessionId").asString("").equals(session))
          .filter(e -> e.path("method").asString("").equals(method))
          .map(e -> e.get("params"))
          .toList();
    }
  }

  void close() throws Exception {
    socket.abort();
    client.close();
    // The browser's own processes write into the profile for a while after it has ended.
    List<ProcessHandle> all = new ArrayList<>(List.of(process.toHandle()));
    all.addAll(process.descendants().toList());
    process.destroy();
    for (ProcessHandle one : all) {
      try {
        one.onExit().get(20, TimeUnit.SECONDS);
      } catch (TimeoutException slow) {
        one.destroyForcibly();
        one.onExit().get(20, TimeUnit.SECONDS);
      }
    }
  }
}
