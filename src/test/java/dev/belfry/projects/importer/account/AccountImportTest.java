package dev.belfry.projects.importer.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.api.http.JsonText;
import dev.belfry.projects.importer.ImportNote;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountImportTest {
  private static final JsonNode SCHEMAS = ContractDocument.read().schemas();

  private static AccountImport.Imported imported(RemoteList list, String entry) {
    return AccountImport.of(
        Map.of(list, List.of(JsonText.parse(entry.replace('\'', '"')))), "moved", SCHEMAS);
  }

  private static List<String> notes(AccountImport.Imported imported) {
    return imported.notes().stream().map(ImportNote::toString).toList();
  }

  @Test
  void aCheckWithScriptsIsMovedWithoutThem() {
    AccountImport.Imported imported =
        imported(
            RemoteList.CHECKS,
            """
            {'id':'c1','name':'Api','checkType':'API','frequency':5,'created_at':'x','futureFlag':1,
             'localSetupScript':'steal(S3CRET)','setupSnippetId':null,'sslCheckDomain':'e.org',
             'request':{'method':'POST','url':'https://e.org/','bodyType':'JSON','body':'{}',
              'basicAuth':{'username':'me','password':null},'followRedirects':true,'skipSSL':false,
              'headers':[],'queryParameters':[],'assertions':[]}}""");
    assertThat(imported.text())
        .startsWith("# Secrets are not exported.")
        .contains("project: \"moved\"", "checkType: \"API\"")
        .contains("${API_PASSWORD}")
        .doesNotContain("S3CRET", "futureFlag", "created_at");
    assertThat(imported.secrets()).containsExactly("API_PASSWORD");
    assertThat(notes(imported))
        .hasSize(2)
        .anyMatch(note -> note.contains("futureFlag") && note.contains("not known here"))
        .anyMatch(note -> note.contains("localSetupScript") && note.contains("no scripts"))
        .noneMatch(note -> note.contains("S3CRET"));
  }

  @ParameterizedTest
  @CsvSource({"BROWSER", "MULTI_STEP", "PLAYWRIGHT", "AGENTIC"})
  void aCheckThatCannotRunIsNamed(String type) {
    AccountImport.Imported imported =
        imported(RemoteList.CHECKS, "{'id':'c1','name':'Login','checkType':'" + type + "'}");
    assertThat(imported.text()).doesNotContain("Login");
    assertThat(notes(imported))
        .containsExactly(
            "checks c1 \"Login\": checkType (%s): the check is left out: it cannot run here"
                .formatted(type));
  }

  @ParameterizedTest
  @CsvSource({
    "VARIABLES, files have no variables",
    "SNIPPETS, run no scripts",
    "DASHBOARDS, make a status page"
  })
  void whatFilesDoNotHaveIsNamed(RemoteList list, String words) {
    AccountImport.Imported imported =
        imported(list, "{'id':1,'key':'K','name':'N','value':'S3CRET','script':'S3CRET'}");
    assertThat(notes(imported)).singleElement().asString().contains(words).doesNotContain("S3CRET");
  }

  @Test
  void aSubscriptionIsKeptWhereItIsListed() {
    AccountImport.Imported imported =
        AccountImport.of(
            Map.of(
                RemoteList.CHANNELS,
                List.of(
                    JsonText.parse(
                        "{\"id\":7,\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"},\"subscriptions\":[]}")),
                RemoteList.CHECKS,
                List.of(
                    JsonText.parse(
                        """
                        {"id":"c1","name":"Home","checkType":"URL","request":{"url":"https://e.org/"},
                         "alertChannelSubscriptions":[{"alertChannelId":7,"activated":false}]}"""))),
            "moved",
            SCHEMAS);
    assertThat(imported.text()).contains("alertChannels:", "activated: false");
    assertThat(imported.notes()).isEmpty();
  }
}
