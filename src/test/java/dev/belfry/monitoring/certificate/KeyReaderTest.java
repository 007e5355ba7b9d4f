package dev.belfry.monitoring.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyReaderTest {
  private static PublicKey of(String certificate) throws Exception {
    return PemText.certificates(PemFiles.read(certificate)).get(0).getPublicKey();
  }

  @ParameterizedTest
  @CsvSource({
    "ec.crt, ec-sec1.key, ",
    "ec.crt, ec-pkcs8.key, ",
    "ec.crt, ec-pkcs8.key, needless",
    "ec.crt, ec-encrypted.key, open sesame",
    "rsa.crt, rsa-pkcs1.key, ",
    "rsa.crt, rsa-encrypted.key, open sesame",
  })
  void readsEveryFormatOfAKey(String certificate, String key, @Nullable String passphrase)
      throws Exception {
    PublicKey certified = of(certificate);
    PrivateKey read = KeyReader.read(PemFiles.read(key), passphrase, certified);
    String plain = certificate.equals("ec.crt") ? "ec-sec1.key" : "rsa-pkcs1.key";
    assertThat(number(read))
        .isEqualTo(number(KeyReader.read(PemFiles.read(plain), null, certified)));
    assertThat(number(KeyReader.ofPkcs8(read.getEncoded(), certified))).isEqualTo(number(read));
  }

  /** The secret number of a key, however it is encoded. */
  private static BigInteger number(PrivateKey key) {
    return key instanceof ECPrivateKey curve
        ? curve.getS()
        : ((RSAPrivateKey) key).getPrivateExponent();
  }

  @ParameterizedTest
  @CsvSource({
    "ec-encrypted.key, , passphrase is required",
    "ec-encrypted.key, wrong, passphrase does not decrypt the key",
    "ec-slow.key, open sesame, key is encrypted with more than 1000000 iterations",
    "rsa-old.key, open sesame, key is encrypted in an old format",
    "rsa-pkcs1.key, , key must be a key of the kind",
    "ec.crt, , key must hold one private key",
  })
  void tellsWhyAKeyCannotBeRead(String key, @Nullable String passphrase, String why)
      throws Exception {
    PublicKey certified = of("ec.crt");
    assertThatThrownBy(() -> KeyReader.read(PemFiles.read(key), passphrase, certified))
        .isInstanceOfSatisfying(
            KeyReader.UnreadableKeyException.class,
            refused -> assertThat(refused.member() + " " + refused.getMessage()).startsWith(why));
  }

  @Test
  void refusesTwoKeysAndNonsense() throws Exception {
    PublicKey certified = of("ec.crt");
    String two = PemFiles.read("ec-sec1.key") + PemFiles.read("rsa-pkcs1.key");
    for (String wrong :
        new String[] {two, "", "-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----"}) {
      assertThatThrownBy(() -> KeyReader.read(wrong, null, certified))
          .isInstanceOf(KeyReader.UnreadableKeyException.class);
    }
  }
}
