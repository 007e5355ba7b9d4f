package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorPageTest {
  private static final UUID A = new UUID(0, 1);
  private static final UUID B = new UUID(0, 2);
  private static final UUID C = new UUID(0, 3);

  @Test
  void theRowBeyondThePageSaysWhereTheNextOneStarts() {
    var page = CursorPage.of(List.of(A, B, C), 2, id -> id);
    assertThat(page.entries()).containsExactly(A, B);
    assertThat(page.nextId()).isEqualTo(C);
  }

  @Test
  void aFullLastPageHasNoNextOne() {
    var page = CursorPage.of(List.of(A, B), 2, id -> id);
    assertThat(page.entries()).containsExactly(A, B);
    assertThat(page.nextId()).isNull();
  }

  @Test
  void writesTheMembersOfACursorList() {
    assertThat(CursorPage.of(List.of(A, B), 1, id -> id).json(id -> "7"))
        .isEqualTo("{\"length\":1,\"entries\":[7],\"nextId\":\"" + B + "\"}");
    assertThat(CursorPage.of(List.<UUID>of(), 1, id -> id).json(id -> "7"))
        .isEqualTo("{\"length\":0,\"entries\":[],\"nextId\":null}");
  }

  @Test
  void oneRowMoreThanThePageIsRead() {
    assertThat(CursorPage.rows(100)).isEqualTo(101);
  }
}
