package dev.belfry.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A journey that is made twice, by day on a phone and by night on a desk. What only one theme or
 * one width can break is found, for half the time of all four appearances.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@EnumSource(names = {"LIGHT_NARROW", "DARK_WIDE"})
public @interface DayAndNight {}
