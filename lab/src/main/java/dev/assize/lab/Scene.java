package dev.assize.lab;

import java.util.Map;

/** Where one attempt takes place and what is there besides the command. */
record Scene(
    Workspaces.Place place,
    Map<String, String> placeholders,
    HelperCommand helper,
    TrialServer server,
    Companions companions) {
  Scene {
    placeholders = Map.copyOf(placeholders);
  }
}
