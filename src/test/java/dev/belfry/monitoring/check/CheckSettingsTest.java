package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.MAPPER;
import static dev.belfry.monitoring.check.SettingsDocuments.check;
import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckSettingsTest {
  private static final String FULL =
      """
      {'name':'Home page','description':'Checks the home page','checkType':'URL','activated':false,
       'muted':true,'doubleCheck':true,'shouldFail':true,'locations':['us-east-1','eu-west-1'],
       'privateLocations':['cellar'],'tags':['home'],'groupId':7,'groupOrder':2,'runtimeId':'2025.04',
       'frequency':0,'frequencyOffset':30,'degradedResponseTime':2000,'maxResponseTime':5000.5,
       'useGlobalAlertSettings':false,'alertSettings':{'escalationType':'TIME_BASED',
         'timeBasedEscalation':{'minutesFailingThreshold':15},'reminders':{'amount':100000}},
       'alertChannelSubscriptions':[{'alertChannelId':1,'activated':true},
         {'alertChannelId':2,'activated':false}],
       'retryStrategy':{'type':'LINEAR','baseBackoffSeconds':10,'sameRegion':false,'maxRetries':3,
         'maxDurationSeconds':300,'onlyOn':['NETWORK_ERROR']},
       'triggerIncident':{'serviceId':'s-1','severity':'MAJOR','name':'Down','description':'It is',
         'notifySubscribers':true},
       'runParallel':true,'request':{'method':'GET','url':'https://example.com/','ipFamily':'IPv6',
         'followRedirects':false,'skipSSL':true,'body':'','headers':null,
         'assertions':[{'source':'STATUS_CODE','comparison':'EQUALS','target':'200','edit':false}]},
       'created_at':'2026-01-01T00:00:00.000Z','intent':null}
      """;

  @Test
  @DisplayName("Spec, URL monitor: every member is read")
  void readsEveryMemberOfAFlatDocument() {
    CheckSettings read = check(FULL);
    assertThat(read.identity())
        .isEqualTo(
            new CheckSettings.Identity(
                "Home page",
                "Checks the home page",
                CheckType.URL,
                List.of("home"),
                7L,
                2.0,
                "2025.04"));
    assertThat(read.activity()).isEqualTo(new Activity(false, true));
    assertThat(read.schedule()).isEqualTo(new CheckSettings.Schedule(0, 30));
    assertThat(read.schedule().period()).isEqualTo(Duration.ofSeconds(30));
    assertThat(read.locations())
        .isEqualTo(new Locations(List.of("us-east-1", "eu-west-1"), List.of("cellar")));
    assertThat(read.expectation()).isEqualTo(new CheckSettings.Expectation(true, 2000.0, 5000.5));
    assertThat(read.execution())
        .isEqualTo(
            new CheckSettings.Execution(
                new UrlRequest(
                    "GET",
                    "https://example.com/",
                    false,
                    true,
                    IpFamily.IPV6,
                    List.of(
                        new Assertion(
                            AssertionSource.STATUS_CODE, Comparison.EQUALS, "200", "", null))),
                true,
                new RetryStrategy(RetryType.LINEAR, 10, false, 3, 300, List.of("NETWORK_ERROR"))));
    assertThat(read.alerting())
        .isEqualTo(
            new CheckSettings.Alerting(
                new AlertSettings(
                    EscalationType.TIME_BASED,
                    new AlertSettings.Reminders(100000, 5),
                    new AlertSettings.RunBasedEscalation(1),
                    new AlertSettings.TimeBasedEscalation(15),
                    new AlertSettings.ParallelRunFailureThreshold(false, 10)),
                false,
                List.of(new Subscription(1, true), new Subscription(2, false)),
                new TriggerIncident("s-1", Severity.MAJOR, "Down", "It is", true)));
  }

  @DisplayName("Spec, URL monitor: documented defaults of absent and of null members")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        """
        {'activated':null,'muted':null,'shouldFail':null,'locations':null,'privateLocations':null,
         'tags':null,'frequency':null,'frequencyOffset':null,'useGlobalAlertSettings':null,
         'alertSettings':null,'alertChannelSubscriptions':null,'retryStrategy':null,
         'triggerIncident':null,'runParallel':null,'request':null,'groupId':null,'runtimeId':null,
         'degradedResponseTime':null,'maxResponseTime':null,'checkType':null,'name':null}
        """
      })
  void takesTheDocumentedDefaults(String document) {
    CheckSettings read = check(document);
    assertThat(read.identity())
        .isEqualTo(
            new CheckSettings.Identity("", null, CheckType.URL, List.of(), null, null, null));
    assertThat(read.activity()).isEqualTo(new Activity(true, false));
    assertThat(read.schedule()).isEqualTo(new CheckSettings.Schedule(10, null));
    assertThat(read.locations().isEmpty()).isTrue();
    assertThat(read.expectation()).isEqualTo(new CheckSettings.Expectation(false, null, null));
    assertThat(read.execution()).isEqualTo(new CheckSettings.Execution(null, false, null));
    assertThat(read.alerting())
        .isEqualTo(new CheckSettings.Alerting(AlertSettings.DEFAULT, true, List.of(), null));
  }

  @Test
  @DisplayName("Spec, Request object: defaults")
  void aRequestNeedsOnlyItsUrl() {
    CheckSettings read = check("{'request':{'url':'https://example.com/min','assertions':[{}]}}");
    assertThat(requireNonNull(read.execution().request()))
        .isEqualTo(
            new UrlRequest(
                "GET",
                "https://example.com/min",
                true,
                false,
                IpFamily.IPV4,
                List.of(new Assertion(AssertionSource.STATUS_CODE, null, "", "", null))));
    assertThatThrownBy(() -> check("{'request':{'method':'GET'}}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("url");
  }

  @Test
  void writesTheSameSettingsThatItReads() throws Exception {
    CheckSettings read = check(FULL);
    assertThat(CheckSettings.of(read.toJson())).isEqualTo(read);
    assertThat(MAPPER.readValue(MAPPER.writeValueAsString(read), CheckSettings.class))
        .isEqualTo(read);
    assertThat(read.toJson().at("/request/ipFamily").textValue()).isEqualTo("IPv6");
    assertThat(read.toJson().at("/request/skipSSL").booleanValue()).isTrue();
    assertThat(read.toJson().has("empty")).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = CheckType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"URL", "API", "TCP", "DNS", "ICMP", "SSL"})
  void theRequestOfATypeThatIsNotRunIsLeftAlone(CheckType type) {
    CheckSettings read =
        check(
            """
            {'checkType':'%s','request':{'hostname':'example.com','port':443,
              'assertions':[{'source':'RESPONSE_TIME','comparison':'CONTAINS'}]}}
            """
                .formatted(type));
    assertThat(read.identity().checkType()).isEqualTo(type);
    assertThat(read.execution().request()).isNull();
  }

  @Test
  void readsTheRequestOfATcpMonitor() {
    CheckSettings read =
        check(
            """
            {'checkType':'TCP','request':{'hostname':'e.org','port':25,'data':'QUIT','ipFamily':'IPv6',
              'assertions':[{'source':'RESPONSE_DATA','comparison':'CONTAINS','target':'220'}]}}
            """);
    assertThat(read.execution().request())
        .isEqualTo(
            new TcpRequest(
                "e.org",
                25,
                "QUIT",
                IpFamily.IPV6,
                List.of(
                    new Assertion(
                        AssertionSource.RESPONSE_DATA, Comparison.CONTAINS, "220", "", null))));
    assertThat(requireNonNull(read.execution().request()).target()).isEqualTo("e.org:25");
    assertThat(CheckSettings.of(read.toJson())).isEqualTo(read);
    assertThat(check("{'checkType':'TCP','request':{'hostname':'::1','port':1}}").execution())
        .isEqualTo(
            new CheckSettings.Execution(
                new TcpRequest("::1", 1, "", IpFamily.IPV4, List.of()), false, null));
  }

  @Test
  void readsTheRequestOfADnsMonitor() {
    CheckSettings read =
        check(
            """
            {'checkType':'DNS','request':{'query':'e.org','recordType':'MX','nameServer':'ns.e.org',
              'port':5353,'protocol':'TCP','assertions':[{'source':'TEXT_ANSWER',
              'comparison':'EQUALS','target':'10','property':'MX ([0-9]+)'}]}}
            """);
    assertThat(read.execution().request())
        .isEqualTo(
            new DnsRequest(
                "e.org",
                DnsRequest.RecordType.MX,
                "ns.e.org",
                5353,
                DnsRequest.Protocol.TCP,
                List.of(
                    new Assertion(
                        AssertionSource.TEXT_ANSWER, Comparison.EQUALS, "10", "", "MX ([0-9]+)"))));
    assertThat(requireNonNull(read.execution().request()).target()).isEqualTo("e.org MX");
    assertThat(CheckSettings.of(read.toJson())).isEqualTo(read);
    assertThat(
            check("{'checkType':'DNS','request':{'query':'e.org','recordType':'A'}}").execution())
        .isEqualTo(
            new CheckSettings.Execution(
                new DnsRequest(
                    "e.org",
                    DnsRequest.RecordType.A,
                    null,
                    null,
                    DnsRequest.Protocol.UDP,
                    List.of()),
                false,
                null));
  }

  @Test
  void readingLeavesTheDocumentAsItIs() {
    var document = json("{'checkType':'TCP','request':{'hostname':'e.org','port':25}}");
    CheckSettings.of(document);
    assertThat(document)
        .isEqualTo(json("{'checkType':'TCP','request':{'hostname':'e.org','port':25}}"));
  }

  @Test
  void aValueThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> check("{'checkType':'SUNDIAL'}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SUNDIAL");
    assertThatThrownBy(() -> check("{'tags':[null]}")).isInstanceOf(IllegalArgumentException.class);
  }
}
