import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Tells the person who waits for {@code mvn -q compile exec:java} what the build is doing, since
 * Maven itself is silent then. Maven starts it beside the build; it ends before the service starts.
 */
final class BuildProgress {
  private static final Duration STEP = Duration.ofSeconds(7);
  private static final int STEPS_WITHOUT_COMPILER = 2;

  private BuildProgress() {}

  public static void main(String[] arguments) throws InterruptedException {
    ProcessHandle build = ProcessHandle.current().parent().orElse(null);
    if (build == null || !asks(build, "exec:java"::equals) || !asks(build, BuildProgress::quiet)) {
      return;
    }
    boolean built = Files.exists(Path.of("target/classes/dev/belfry/Main.class"));
    boolean compiling = false;
    long seconds = 0;
    for (int step = 0; build.isAlive(); step++) {
      boolean compiler = build.children().anyMatch(BuildProgress::compiles);
      if (!compiler && (compiling || (built && step > STEPS_WITHOUT_COMPILER))) {
        return;
      }
      compiling |= compiler;
      if (compiler || step > 0 || !built) {
        System.out.printf("%s (%d s)%n", activity(compiler, built), seconds);
      }
      Thread.sleep(STEP.toMillis());
      seconds += STEP.toSeconds();
    }
  }

  private static String activity(boolean compiler, boolean built) {
    return compiler
        ? "Compiling"
        : built ? "Checking what has changed" : "Downloading libraries, which is done once";
  }

  private static boolean quiet(String argument) {
    return List.of("-q", "--quiet").contains(argument);
  }

  private static boolean compiles(ProcessHandle child) {
    return child.info().command().orElse("").endsWith("javac")
        || asks(child, argument -> argument.contains("javac"));
  }

  private static boolean asks(ProcessHandle process, Predicate<String> wanted) {
    return Arrays.stream(process.info().arguments().orElseGet(() -> new String[0]))
        .anyMatch(wanted);
  }
}
