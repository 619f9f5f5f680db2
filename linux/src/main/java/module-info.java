/** Thin bindings to Linux system calls by the foreign function interface. */
module dev.assize.linux {
  requires static org.jspecify;

  exports dev.assize.linux;
}
