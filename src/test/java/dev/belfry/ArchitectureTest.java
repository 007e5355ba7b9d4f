package dev.belfry;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import dev.belfry.alerting.delivery.GuardedDocuments;
import io.netty.bootstrap.Bootstrap;
import io.vertx.core.http.HttpClient;
import io.vertx.core.net.NetClient;
import java.net.Socket;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The rules of src/docs/architecture.md, "What may import what", in its order. */
@AnalyzeClasses(packages = "dev.belfry", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final Pattern BANNED_NAME =
      Pattern.compile(
          "(.*(Manager|Helper|Utils?|Impl|Common|DTO|Dto)([A-Z].*)?|(Base|Abstract)[A-Z].*|.*Base)");

  private static final DescribedPredicate<JavaClass> PURE =
      describe(
          "pure by name or place",
          type ->
              (type.getSimpleName().matches(".+(Rules|Plan|Policy|Engine|Evaluator)")
                      && !type.isInterface())
                  || type.getPackageName().equals("dev.belfry.monitoring.check"));

  private static final DescribedPredicate<JavaClass> SQL_CLIENT =
      resideInAnyPackage("io.vertx.sqlclient..", "io.vertx.pgclient..");

  @ArchTest
  static final ArchRule roomsUseOnlyTheRoomsBelowThem =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("main")
          .definedBy("dev.belfry")
          .layer("app")
          .definedBy("dev.belfry.app..")
          .layer("engine")
          .definedBy("dev.belfry.engine..")
          .layer("alerting")
          .definedBy("dev.belfry.alerting..")
          .layer("statuspages")
          .definedBy("dev.belfry.statuspages..")
          .layer("projects")
          .definedBy("dev.belfry.projects..")
          .layer("account")
          .definedBy("dev.belfry.account..")
          .layer("monitoring")
          .definedBy("dev.belfry.monitoring..")
          .layer("api")
          .definedBy("dev.belfry.api..")
          .layer("platform")
          .definedBy("dev.belfry.platform..")
          .whereLayer("main")
          .mayOnlyAccessLayers("app")
          .whereLayer("app")
          .mayOnlyBeAccessedByLayers("main")
          .whereLayer("engine")
          .mayOnlyAccessLayers("alerting", "statuspages", "monitoring", "api", "platform")
          .whereLayer("alerting")
          .mayOnlyAccessLayers("statuspages", "monitoring", "api", "platform")
          .whereLayer("statuspages")
          .mayOnlyAccessLayers("monitoring", "api", "platform")
          .whereLayer("projects")
          .mayOnlyAccessLayers("monitoring", "api", "platform")
          .whereLayer("account")
          .mayOnlyAccessLayers("monitoring", "api", "platform")
          .whereLayer("monitoring")
          .mayOnlyAccessLayers("api", "platform")
          .whereLayer("api")
          .mayOnlyAccessLayers("platform")
          .whereLayer("platform")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.belfry.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule readersOfResultsDoNotRunChecks =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.belfry.engine.result..",
              "dev.belfry.engine.objective..",
              "dev.belfry.engine.session..",
              "dev.belfry.engine.overview..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.belfry.engine.run..", "dev.belfry.engine.probe..");

  @ArchTest
  static final ArchRule probesKnowNoOtherPackageOfTheEngine =
      noClasses()
          .that()
          .resideInAPackage("dev.belfry.engine.probe..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.belfry.engine..")
                  .and(not(resideInAPackage("dev.belfry.engine.probe.."))));

  @ArchTest
  static final ArchRule onlyTheAppUsesThePublicSite =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.belfry.statuspages.publicsite..", "dev.belfry.app..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.belfry.statuspages.publicsite..");

  @ArchTest
  static final ArchRule onlyTheAppUsesDelivery =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.belfry.alerting.delivery..", "dev.belfry.app..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.belfry.alerting.delivery..")
                  .and(not(JavaClass.Predicates.belongToAnyOf(GuardedDocuments.class))));

  @ArchTest
  static final ArchRule theAuditLogAndDeploysKnowNoFeature =
      noClasses()
          .that()
          .resideInAnyPackage("dev.belfry.account.audit..", "dev.belfry.projects.deploy..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.belfry..")
                  .and(
                      JavaClass.Predicates.resideOutsideOfPackages(
                          "dev.belfry.platform..",
                          "dev.belfry.api..",
                          "dev.belfry.account.audit..",
                          "dev.belfry.projects.deploy..")));

  @ArchTest
  static final ArchRule storesServeTheirOwnPackage =
      classes().that().haveSimpleNameEndingWith("Store").should(beUsedInTheirOwnPackageAlone());

  @ArchTest
  static final ArchRule pureClassesKnowNoVertx =
      noClasses().that(PURE).should().dependOnClassesThat().resideInAPackage("io.vertx..");

  @ArchTest
  static final ArchRule routingStaysInHttp =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.belfry.api.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx.ext.web..", "io.vertx.openapi..");

  @ArchTest
  static final ArchRule operationsViewsAndDraftsKnowNoSqlClient =
      noClasses()
          .that()
          .haveNameMatching(".*(Operations|View|Draft|Update|Rules|Page|Codec)(\\$.*)?")
          .should()
          .dependOnClassesThat(SQL_CLIENT);

  @ArchTest
  static final ArchRule onlyTheDatabaseAndFeaturesKnowTheSqlClient =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.belfry.app..",
              "dev.belfry.platform.config..",
              "dev.belfry.platform.error..",
              "dev.belfry.platform.guard..",
              "dev.belfry.platform.seal..",
              "dev.belfry.platform.template..",
              "dev.belfry.api.contract..",
              "dev.belfry.api.ratelimit..",
              "dev.belfry.api.http..",
              "dev.belfry.api.auth..",
              "dev.belfry.monitoring.check..")
          .and()
          .haveSimpleNameNotStartingWith("Pg")
          .and()
          .doNotHaveSimpleName("RevocationFeed")
          .should()
          .dependOnClassesThat(SQL_CLIENT);

  @ArchTest
  static final ArchRule timeIsPassedIn =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.belfry.Main")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(LocalDate.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(OffsetDateTime.class, "now")
          .orShould()
          .callMethod(ZonedDateTime.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(InstantSource.class, "system");

  @ArchTest
  static final ArchRule chanceIsPassedIn =
      noClasses()
          .should()
          .callMethod(Math.class, "random")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocalRandom.class)
          .orShould()
          .callConstructor(Random.class);

  /** OWASP API7: probes and messages ask the guard; the operator names all other addresses. */
  @ArchTest
  static final ArchRule onlyGuardedClassesDialAddressesOfClients =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.belfry.engine.probe..",
              "dev.belfry.platform.guard",
              "dev.belfry.alerting.mail.smtp")
          .and()
          .haveNameNotMatching(".*[.]((Outgoing|Provider)Http|TraceEndpoint.*|DemoStory|RemoteApi)")
          .should()
          .dependOnClassesThat(
              assignableTo(Bootstrap.class)
                  .or(assignableTo(NetClient.class))
                  .or(assignableTo(HttpClient.class))
                  .or(assignableTo(java.net.http.HttpClient.class))
                  .or(assignableTo(Socket.class)));

  /** OWASP API2: the time a comparison takes must not tell how much of a secret was right. */
  @ArchTest
  static final ArchRule secretsAreComparedInConstantTime =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.belfry.api.auth..", "dev.belfry.platform.seal..", "dev.belfry.statuspages..")
          .should()
          .callMethod(Arrays.class, "equals", byte[].class, byte[].class);

  @ArchTest
  static final ArchRule oneLog =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  /** Handlebars calls the functions of a template its helpers; there the word is the field's. */
  @ArchTest
  static final ArchRule namesSaySomething =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.belfry.platform.template")
          .should(
              ArchConditions.have(
                  describe(
                      "a name part that says nothing",
                      type -> BANNED_NAME.matcher(type.getSimpleName()).matches())));

  private static ArchCondition<JavaClass> beUsedInTheirOwnPackageAlone() {
    return new ArchCondition<>("be used in their own package alone") {
      @Override
      public void check(JavaClass store, ConditionEvents events) {
        store.getDirectDependenciesToSelf().stream()
            .filter(use -> !use.getOriginClass().getPackage().equals(store.getPackage()))
            .forEach(use -> events.add(SimpleConditionEvent.violated(store, use.getDescription())));
      }
    };
  }
}
