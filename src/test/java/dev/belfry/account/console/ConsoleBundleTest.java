package dev.belfry.account.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Modules joined into one script. */
class ConsoleBundleTest {
  private static String bundle(Map<String, String> files) {
    return ConsoleBundle.of("app.js", name -> Objects.requireNonNull(files.get(name), name));
  }

  @Test
  void runsEachModuleOnceAfterThoseItImports() {
    String app =
        """
        // First.
        import { A } from "./a.js";
        import {
          b as c,
          D,
        } from "./b-c.js";

        A(c, D, await import("./later.js"));
        """;
    String a =
        """
        import { b } from "./b-c.js";

        export function A() {}
        """;
    String both =
        """
        export const b = 1;
        export async function D() {}
        const inner = 2;
        """;
    String joined = bundle(Map.of("app.js", app, "a.js", a, "b-c.js", both));
    assertThat(joined)
        .isEqualTo(
            """
            const $b_c = (() => {
            const b = 1;
            async function D() {}
            const inner = 2;
            return { b, D };
            })();
            const $a = (() => {
            const { b } = $b_c;

            function A() {}
            return { A };
            })();
            const $app = (() => {
            // First.
            const { A } = $a;
            const { b: c, D } = $b_c;

            A(c, D, await import("./later.js"));
            return {  };
            })();
            """);
  }

  @Test
  void readsTheExportOfAMinifiedModule() {
    String app =
        """
        import { h } from "./p.js";
        export { h };
        """;
    String minified =
        """
        var a=1,q=function(){};q();export{a as h,q as render};
        //# sourceMappingURL=p.js.map
        """;
    String joined = bundle(Map.of("app.js", app, "p.js", minified));
    assertThat(joined)
        .isEqualTo(
            """
            const $p = (() => {
            var a=1,q=function(){};q();
            return { h: a, render: q };
            })();
            const $app = (() => {
            const { h } = $p;
            return { h };
            })();
            """);
  }

  @Test
  void refusesWhatItWouldBreak() {
    assertThatIllegalStateException()
        .isThrownBy(() -> bundle(Map.of("app.js", "import x from \"./x.js\";\n")))
        .withMessageContaining("app.js");
    assertThatIllegalStateException()
        .isThrownBy(() -> bundle(Map.of("app.js", "export default 1;\n")))
        .withMessageContaining("app.js");
    String first =
        """
        import { b } from "./b.js";
        export const a = 1;
        """;
    String second =
        """
        import { a } from "./app.js";
        export const b = 1;
        """;
    assertThatIllegalStateException()
        .isThrownBy(() -> bundle(Map.of("app.js", first, "b.js", second)))
        .withMessageContaining("[app.js, b.js]");
  }
}
