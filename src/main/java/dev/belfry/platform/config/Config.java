package dev.belfry.platform.config;

import dev.belfry.platform.guard.Cidr;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration, complete and checked. The components are the sections and keys of {@code
 * config/belfry.yaml}, where each is explained.
 *
 * @param publicUrl where people reach this service, http or https without a slash at the end; null
 *     = unknown
 * @param oidc the provider over which persons sign in; null = none
 * @param adminEmail address of the first person; null = the start prints no link
 */
public record Config(
    Http http,
    Management management,
    Database database,
    Keys keys,
    RateLimit rateLimit,
    Quotas quotas,
    Probe probe,
    Results results,
    Audit audit,
    Subscribers subscribers,
    PersonsConfig persons,
    Smtp smtp,
    Gateway sms,
    Gateway calls,
    Slack slack,
    OnCall onCall,
    Files files,
    @Nullable URI publicUrl,
    @Nullable String adminEmail,
    Domains domains,
    Shutdown shutdown,
    Traces traces,
    @Nullable OidcConfig oidc,
    Log log) {

  /** Whether the service runs its own Postgres. */
  public boolean embedded() {
    return database.address() == null;
  }

  /**
   * The server of the API.
   *
   * @param port 0 = any free port
   * @param maxBodyBytes bound on a request body after inflating, in bytes
   * @param idleTimeout how long a connection without a request stays open
   * @param bodyTimeout how long headers and body of a request may take to arrive
   * @param eventLoops at least 1
   * @param trustedProxies whose word about where a request comes from is believed
   * @param tls null = plain text
   */
  public record Http(
      String host,
      int port,
      int maxBodyBytes,
      int maxConnections,
      Duration idleTimeout,
      Duration bodyTimeout,
      int eventLoops,
      AccessLog accessLog,
      List<Cidr> trustedProxies,
      @Nullable Tls tls) {
    public Http {
      trustedProxies = List.copyOf(trustedProxies);
    }
  }

  /**
   * What the API proves itself with; the files are read later, and again while the service runs.
   *
   * @param certificate PEM file with the server's certificate first, then those of its issuers
   * @param key PEM file with the key of the first certificate
   */
  public record Tls(Path certificate, Path key) {}

  /**
   * The server of health and metrics.
   *
   * @param port 0 = any free port
   */
  public record Management(String host, int port) {}

  /**
   * The database and how much of it we use.
   *
   * @param address null = the embedded server
   * @param dataDir files of the embedded server
   * @param timeout how long a request waits for a database that answers nobody before its 503
   * @param maxWaiting how many requests may wait for a connection
   * @param reads the replicas that reads may go to; null = none
   */
  public record Database(
      @Nullable DatabaseAddress address,
      Path dataDir,
      int poolSize,
      Duration timeout,
      int maxWaiting,
      @Nullable Reads reads) {
    /** The same for work in the background, with a pool and a time-out of its own. */
    public Database with(int connections, Duration longest) {
      return new Database(address, dataDir, connections, longest, maxWaiting, reads);
    }
  }

  /**
   * Replicas of the database.
   *
   * @param address of all of them; the server that takes writes may be among them
   * @param lag how long a read waits until a replica has what the primary had when it began
   */
  public record Reads(DatabaseAddress address, Duration lag) {}

  /**
   * Signing of API keys and sealing of secrets.
   *
   * @param secrets the first signs, all verify; empty = generated and kept in the database
   * @param sealing the first seals, all unseal; empty = derived from what signs
   */
  public record Keys(List<Secret> secrets, List<Secret> sealing) {
    public Keys {
      secrets = List.copyOf(secrets);
      sealing = List.copyOf(sealing);
    }
  }

  /**
   * Limits on requests.
   *
   * @param limit requests of one key in 60 seconds, 0 = unlimited
   * @param accountFactor all keys of an account together may send so many times that, 0 = unlimited
   * @param routes tighter limits by operationId
   */
  public record RateLimit(int limit, int accountFactor, Map<String, RouteLimit> routes) {
    public RateLimit {
      routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
    }
  }

  /**
   * The probes of this instance.
   *
   * @param locations identifiers of public and slugs of private locations it probes from, at least
   *     one
   * @param allowPrivateTargets whether private and loopback addresses may be probed
   * @param allowTargets addresses that may be probed whatever they are
   * @param maxInFlight probes under way at once, at least 1
   * @param maxPerHost probes of one host under way at once, at least 1
   */
  public record Probe(
      Set<String> locations,
      boolean allowPrivateTargets,
      List<Cidr> allowTargets,
      int maxInFlight,
      int maxPerHost) {
    public Probe {
      locations = Collections.unmodifiableSet(new LinkedHashSet<>(locations));
      allowTargets = List.copyOf(allowTargets);
    }
  }

  /**
   * What becomes of results.
   *
   * @param retention how long they are kept, whole days, at least one
   */
  public record Results(Duration retention) {}

  /**
   * The audit log.
   *
   * @param retention how long an entry is kept at least, whole days, at least one
   */
  public record Audit(Duration retention) {}

  /**
   * Subscribers of status pages.
   *
   * @param allowPrivateTargets whether their webhooks may be at private and loopback addresses
   * @param maxPerPage subscriptions of a page, at least 1
   * @param maxUnconfirmed unconfirmed ones that readers add to a page in an hour, at least 1
   * @param maxPerHost unconfirmed webhooks at one host that readers add in an hour, at least 1
   * @param sms beginnings of phone numbers that may subscribe, such as +49; none = no text messages
   * @param maxCodes codes by text message that readers of an account's pages request in a day
   * @param slack where incoming webhooks of Slack may be, without a slash at the end; none =
   *     nowhere
   */
  public record Subscribers(
      boolean allowPrivateTargets,
      int maxPerPage,
      int maxUnconfirmed,
      int maxPerHost,
      List<String> sms,
      int maxCodes,
      List<URI> slack) {
    public Subscribers {
      sms = List.copyOf(sms);
      slack = List.copyOf(slack);
    }
  }

  /**
   * Outgoing mail.
   *
   * @param server null = no mail is sent
   * @param from who it comes from
   * @param connections to the server at once, at least 1
   */
  public record Smtp(@Nullable SmtpAddress server, Mailbox from, int connections) {}

  /**
   * A gateway to telephones, which takes text messages or calls over HTTP.
   *
   * @param url where each is posted to; null = none are sent
   * @param token what the gateway knows us by; null = it asks for nothing
   */
  public record Gateway(@Nullable URI url, @Nullable Secret token) {}

  /**
   * The Slack app that posts alerts of all accounts.
   *
   * @param url Slack's Web API, without a slash at the end
   * @param token of the app's bot; null = there is no app
   */
  public record Slack(URI url, @Nullable Secret token) {}

  /**
   * Where the services for people on call take alerts; addresses without a slash at the end.
   *
   * @param pagerDuty the Events API of PagerDuty
   * @param opsgenie the Alert API of Opsgenie
   * @param opsgenieEu the same for channels of region EU
   */
  public record OnCall(URI pagerDuty, URI opsgenie, URI opsgenieEu) {}

  /**
   * The project in files that is applied at the start.
   *
   * @param path a file or a directory that was there when the configuration was read; null = none
   * @param account whose project it is; null = the only account there is
   */
  public record Files(@Nullable Path path, @Nullable UUID account) {}

  /**
   * The custom domains of status pages.
   *
   * @param own host names of this service beside that of the public URL, which no page may have
   * @param custom who may use a custom domain
   * @param nameServer that is asked for the records of domains, unresolved; null = the system's
   */
  public record Domains(
      List<String> own, CustomDomainMode custom, @Nullable InetSocketAddress nameServer) {
    public Domains {
      own = List.copyOf(own);
    }
  }

  /**
   * The end of the process.
   *
   * @param delay how long readiness is off before the servers stop accepting
   * @param grace how long work in progress may take after that
   */
  public record Shutdown(Duration delay, Duration grace) {}

  /**
   * The export of traces.
   *
   * @param endpoint that takes OTLP over HTTP; null = nothing is exported
   * @param headers of each request, by name
   * @param service name of this service in its traces
   * @param sample share of runs without a failure that are exported, 0 to 1
   */
  public record Traces(
      @Nullable URI endpoint, Map<String, Secret> headers, String service, double sample) {
    public Traces {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
  }

  /** What is logged and how. */
  public record Log(LogLevel level, LogFormat format) {}
}
