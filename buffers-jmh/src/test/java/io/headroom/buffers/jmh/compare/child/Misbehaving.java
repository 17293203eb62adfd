package io.headroom.buffers.jmh.compare.child;

/** A child process that does what its first argument says. */
final class Misbehaving {
    private Misbehaving() {}

    public static void main(String[] arguments) throws InterruptedException {
        ParentLine parent = new ParentLine();
        switch (arguments[0]) {
            case "dies" -> {
                System.out.println("last words");
                System.exit(3);
            }
            case "hangs" -> {
                parent.say("ready");
                Thread.sleep(60_000);
            }
            default -> {
                parent.say("ready");
                parent.obeyAll(order -> {
                    switch (order[0]) {
                        case "echo":
                            return "said " + order[1];
                        case "quit":
                            return null;
                        default:
                            throw new IllegalStateException("cannot " + order[0]);
                    }
                });
            }
        }
    }
}
