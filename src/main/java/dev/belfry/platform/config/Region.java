package dev.belfry.platform.config;

import java.util.Arrays;
import java.util.List;

/** The public locations of the specification ("Locations"), in its order. */
public enum Region {
  US_EAST_1("N. Virginia"),
  US_EAST_2("Ohio"),
  US_WEST_1("N. California"),
  US_WEST_2("Oregon"),
  CA_CENTRAL_1("Montreal"),
  SA_EAST_1("São Paulo"),
  EU_WEST_1("Ireland"),
  EU_CENTRAL_1("Frankfurt"),
  EU_WEST_2("London"),
  EU_WEST_3("Paris"),
  EU_NORTH_1("Stockholm"),
  EU_SOUTH_1("Milan"),
  ME_SOUTH_1("Bahrain"),
  AP_SOUTHEAST_1("Singapore"),
  AP_NORTHEAST_1("Tokyo"),
  AP_EAST_1("Hong Kong"),
  AP_SOUTHEAST_2("Sydney"),
  AP_SOUTHEAST_3("Jakarta"),
  AP_NORTHEAST_2("Seoul"),
  AP_NORTHEAST_3("Osaka"),
  AP_SOUTH_1("Mumbai"),
  AF_SOUTH_1("Cape Town");

  private final String place;

  Region(String place) {
    this.place = place;
  }

  /** Its identifier, for example {@code eu-west-1}. */
  public String id() {
    return ValueParser.wire(this);
  }

  /** Where it is, for a person. */
  public String place() {
    return place;
  }

  /** The identifiers of all regions. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Region::id).toList();
  }
}
