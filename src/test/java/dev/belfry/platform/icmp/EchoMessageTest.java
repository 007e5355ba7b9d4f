package dev.belfry.platform.icmp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Echo messages and the addresses of sockets, byte by byte. */
class EchoMessageTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest
  @CsvSource({"false, 08", "true, 80"})
  void aRequestHasTypeNumberAndToken(boolean isIpv6, String type) {
    byte[] request = EchoMessage.request(isIpv6, 0xfffe, 0x0102030405060708L);

    assertThat(request).hasSize(EchoGateway.PACKET_SIZE);
    assertThat(HEX.formatHex(request)).startsWith(type + "0000000000fffe0102030405060708");
  }

  @ParameterizedTest
  @CsvSource({
    "false, 02000000c0000207, 00, 192.0.2.7",
    "true, 0a0000000000000020010db8000000000000000000000001, 81, 2001:db8::1"
  })
  void aReplyTellsWhoSentIt(boolean isIpv6, String address, String type, String from)
      throws UnknownHostException {
    byte[] sender = HEX.parseHex(address + "00".repeat(28 - address.length() / 2));
    byte[] message = HEX.parseHex(type + "0000000000002a0102030405060708");

    assertThat(EchoMessage.reply(isIpv6, sender, message, 57, 9))
        .isEqualTo(new EchoReply(InetAddress.getByName(from), 42, 0x0102030405060708L, 57, 9));
  }

  @ParameterizedTest
  @CsvSource({"03000000000000000102030405060708", "000000000000000001020304050607", "00"})
  void otherMessagesAndShortOnesAreNone(String message) {
    assertThat(EchoMessage.reply(false, new byte[28], HEX.parseHex(message), 57, 9)).isNull();
  }

  @Test
  void addressesAreLaidOutAsLinuxDoes() throws UnknownHostException {
    byte[] ipv4 = EchoMessage.address(InetAddress.getByName("192.0.2.7"));
    byte[] ipv6 = EchoMessage.address(InetAddress.getByName("2001:db8::1"));

    assertThat(ipv4).hasSize(16);
    assertThat(HEX.formatHex(ipv4, 2, 8)).isEqualTo("0000c0000207");
    assertThat(ipv6).hasSize(28);
    assertThat(HEX.formatHex(ipv6, 2, 28))
        .isEqualTo("000000000000" + "20010db8000000000000000000000001" + "00000000");
  }
}
