package dev.belfry.api.contract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The contract as JSON, which the build puts beside the document because YAML takes longer to read.
 * Its first line tells the checksum of the document that it was made of.
 */
public final class PreparedContract {
  static final String RESOURCE = "/openapi.prepared";

  private PreparedContract() {}

  /**
   * Writes the prepared contract of the document on the class path; called by the build.
   *
   * @param arguments the directory of the classes
   */
  public static void main(String[] arguments) throws IOException {
    byte[] yaml = ContractDocument.yaml();
    Files.write(Path.of(arguments[0] + RESOURCE), of(yaml, ContractDocument.parse(yaml).json()));
  }

  static byte[] of(byte[] yaml, byte[] json) {
    ByteArrayOutputStream prepared = new ByteArrayOutputStream();
    prepared.writeBytes(head(yaml));
    prepared.writeBytes(json);
    return prepared.toByteArray();
  }

  /** The JSON of a document, null when what is prepared was made of another one. */
  static byte @Nullable [] json(byte[] yaml, byte[] prepared) {
    byte[] head = head(yaml);
    return prepared.length > head.length
            && Arrays.equals(head, 0, head.length, prepared, 0, head.length)
        ? Arrays.copyOfRange(prepared, head.length, prepared.length)
        : null;
  }

  private static byte[] head(byte[] yaml) {
    CRC32 checksum = new CRC32();
    checksum.update(yaml);
    return "%08x %d\n"
        .formatted(checksum.getValue(), yaml.length)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
