package dev.belfry.account.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A provider of OpenID Connect that signs in as anybody the test likes, rightly or wrongly. */
public final class FakeProvider implements AutoCloseable {
  static final String CLIENT = "belfry:test";
  static final String SECRET = "client:secret+with/signs";

  private final String host;
  private final HttpServer server;
  private final Map<String, Grant> grants = new ConcurrentHashMap<>();
  private volatile KeyPair key = newKey();
  private volatile String keyId = "first";

  /** Changes the token before it is handed out. */
  volatile UnaryOperator<String> token = UnaryOperator.identity();

  /** Who sits at the browser. */
  public volatile JsonObject browser = new JsonObject();

  private record Grant(Map<String, String> asked, JsonObject claims, JsonObject shown) {}

  /** A provider at the address that tests usually have. */
  FakeProvider(int port) {
    this("127.0.0.1", port);
  }

  /**
   * A provider whose browser needs no form: it sends each back as the person of {@link #browser}.
   *
   * @param host by which it is reached on this machine; another host is another site for browsers
   * @param port 0 for any
   */
  public FakeProvider(String host, int port) {
    this.host = host;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
    server.start();
  }

  /** Its address. */
  public String issuer() {
    return "http://" + host + ":" + server.getAddress().getPort();
  }

  /** Signs with another key from now on, of which nobody knows yet. */
  void rotate() {
    key = newKey();
    keyId = UUID.randomUUID().toString();
  }

  /** The parameters with which a browser was sent here. */
  static Map<String, String> parameters(String query) {
    return Arrays.stream(query.split("&", -1))
        .map(part -> part.split("=", 2))
        .collect(Collectors.toMap(part -> part[0], part -> URLDecoder.decode(part[1], UTF_8)));
  }

  /** Signs a person in: the query with which the browser goes back. */
  String signIn(String location, JsonObject claims) {
    return signIn(location, claims, new JsonObject());
  }

  /**
   * The same, with claims that only the UserInfo endpoint has.
   *
   * @param claims in place of the usual ones; null for a claim that is not there
   */
  String signIn(String location, JsonObject claims, JsonObject shown) {
    Map<String, String> asked = parameters(URI.create(location).getRawQuery());
    String code = "code-" + UUID.randomUUID();
    grants.put(code, new Grant(asked, claims, shown));
    return "?session_state=x&state=" + asked.get("state") + "&code=" + code;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestURI().getPath().equals("/authorize")) {
        sendBack(exchange);
        return;
      }
      byte[] body = exchange.getRequestBody().readAllBytes();
      JsonObject answer =
          switch (exchange.getRequestURI().getPath()) {
            case "/.well-known/openid-configuration" -> description();
            case "/keys" -> new JsonObject().put("keys", new JsonArray().add(publicKey()));
            case "/token" ->
                token(
                    requireNonNull(exchange.getRequestHeaders().getFirst("authorization")),
                    parameters(new String(body, UTF_8)));
            case "/userinfo" -> shown(exchange.getRequestHeaders().getFirst("authorization"));
            default -> new JsonObject().put("error", "not_found");
          };
      byte[] bytes = answer.toBuffer().getBytes();
      exchange.getResponseHeaders().set("content-type", "application/json");
      exchange.sendResponseHeaders(answer.containsKey("error") ? 400 : 200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private void sendBack(HttpExchange exchange) throws IOException {
    String location = exchange.getRequestURI().toString();
    String redirect = parameters(exchange.getRequestURI().getRawQuery()).get("redirect_uri");
    exchange.getResponseHeaders().set("location", redirect + signIn(location, browser));
    exchange.sendResponseHeaders(302, -1);
  }

  private JsonObject description() {
    return new JsonObject()
        .put("issuer", issuer())
        .put("authorization_endpoint", issuer() + "/authorize?kind=staff")
        .put("token_endpoint", issuer() + "/token")
        .put("jwks_uri", issuer() + "/keys")
        .put("userinfo_endpoint", issuer() + "/userinfo");
  }

  JsonObject publicKey() {
    RSAPublicKey open = (RSAPublicKey) key.getPublic();
    return new JsonObject()
        .put("kty", "RSA")
        .put("kid", keyId)
        .put("use", "sig")
        .put("n", base64(open.getModulus().toByteArray()))
        .put("e", base64(open.getPublicExponent().toByteArray()));
  }

  private JsonObject token(String authorization, Map<String, String> form) {
    Grant grant = grants.remove(form.getOrDefault("code", ""));
    String basic = "belfry%3Atest:client%3Asecret%2Bwith%2Fsigns";
    String expected = "Basic " + Base64.getEncoder().encodeToString(basic.getBytes(UTF_8));
    if (grant == null
        || !authorization.equals(expected)
        || !sha256(form.getOrDefault("code_verifier", ""))
            .equals(grant.asked().get("code_challenge"))
        || !Objects.equals(grant.asked().get("redirect_uri"), form.get("redirect_uri"))) {
      return new JsonObject().put("error", "invalid_grant");
    }
    String access = UUID.randomUUID().toString();
    JsonObject claims = claims(grant);
    grants.put(access, grant);
    return new JsonObject()
        .put("access_token", access)
        .put("id_token", token.apply(sign(claims)))
        .put("token_type", "Bearer");
  }

  private JsonObject claims(Grant grant) {
    long now = Instant.now().getEpochSecond();
    JsonObject claims =
        new JsonObject()
            .put("iss", issuer())
            .put("aud", CLIENT)
            .put("sub", "subject")
            .put("nonce", grant.asked().get("nonce"))
            .put("iat", now)
            .put("exp", now + 60)
            .mergeIn(grant.claims());
    List.copyOf(claims.fieldNames()).stream()
        .filter(name -> claims.getValue(name) == null)
        .forEach(claims::remove);
    return claims;
  }

  private JsonObject shown(String authorization) {
    Grant grant = grants.get(authorization.replace("Bearer ", ""));
    return grant == null
        ? new JsonObject().put("error", "invalid_token")
        : new JsonObject().put("sub", claims(grant).getValue("sub")).mergeIn(grant.shown());
  }

  String sign(JsonObject claims) {
    JsonObject header = new JsonObject().put("alg", "RS256").put("kid", keyId);
    try {
      String text = base64(header) + '.' + base64(claims);
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key.getPrivate());
      signature.update(text.getBytes(UTF_8));
      return text + '.' + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static String base64(JsonObject json) {
    return base64(json.toBuffer().getBytes());
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String sha256(String text) {
    try {
      return base64(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair newKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * The variables of a service that uses it.
   *
   * @param roles what values of its claim {@code realm.groups} give
   */
  public Map<String, String> environment(String roles) {
    Map<String, String> environment = new HashMap<>();
    environment.put("BELFRY_PUBLIC_URL", "http://belfry.test");
    environment.put("BELFRY_OIDC_ISSUER", issuer());
    environment.put("BELFRY_OIDC_CLIENT_ID", CLIENT);
    environment.put("BELFRY_OIDC_CLIENT_SECRET", SECRET);
    environment.put("BELFRY_OIDC_NAME", "Test");
    environment.put("BELFRY_OIDC_ROLES_CLAIM", "realm.groups");
    environment.put("BELFRY_OIDC_ROLES", roles);
    return environment;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
