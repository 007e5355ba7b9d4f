package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link MemberMap} behaves as the map that it stands in for. */
class MemberMapTest {
  @Test
  void doesWhatALinkedHashMapDoes() {
    Random random = new Random(20261123);
    for (int round = 0; round < 2_000; round++) {
      Map<String, JsonNode> expected = new LinkedHashMap<>();
      Map<String, JsonNode> map = new MemberMap(random.nextInt(4));
      for (int step = 0; step < 20; step++) {
        String name = "n" + random.nextInt(6);
        JsonNode value = LongNode.valueOf(step);
        switch (random.nextInt(5)) {
          case 0 -> assertThat(map.remove(name)).isEqualTo(expected.remove(name));
          case 1 ->
              assertThat(map.values().remove(value)).isEqualTo(expected.values().remove(value));
          case 2 ->
              assertThat(map.putIfAbsent(name, value)).isEqualTo(expected.putIfAbsent(name, value));
          default -> assertThat(map.put(name, value)).isEqualTo(expected.put(name, value));
        }
        assertThat(map.get(name)).isEqualTo(expected.get(name));
        assertThat(map.containsKey(name)).isEqualTo(expected.containsKey(name));
        assertThat(List.copyOf(map.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
        assertThat(map).isEqualTo(expected).hasSameHashCodeAs(expected).hasSize(expected.size());
      }
    }
  }

  @Test
  void anEntryThatIsSetChangesTheMap() {
    MemberMap map = new MemberMap(1);
    map.add("a", LongNode.valueOf(1));
    map.replaceAll((name, value) -> LongNode.valueOf(2));
    assertThat(map.get("a")).isEqualTo(LongNode.valueOf(2));
  }

  @Test
  void servesAnObjectNode() {
    ObjectNode node = new ObjectNode(JsonNodeFactory.instance, new MemberMap(0));
    node.put("a", 1).put("b", "x").putNull("c");
    node.remove("b");
    assertThat(node.toString()).isEqualTo("{\"a\":1,\"c\":null}");
    assertThat(node).isEqualTo(node.deepCopy());
    node.removeAll();
    assertThat(node.isEmpty()).isTrue();
  }
}
