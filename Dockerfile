# Belfry in a container: built with the Java it is tested on, run on the newest LTS.
ARG BUILD_JAVA=17
ARG RUN_JAVA=25

# The jar.
FROM maven:3.9-eclipse-temurin-${BUILD_JAVA} AS build
ARG BUILD_JAVA
RUN case "$BUILD_JAVA" in 1[7-9]* | [2-9][0-9]*) ;; *) \
      echo "BUILD_JAVA=$BUILD_JAVA: Belfry is compiled with Java 17 or newer, such as 17" >&2; \
      exit 1 ;; \
    esac
WORKDIR /build
COPY pom.xml .
COPY src/build src/build
COPY src/main src/main
RUN --mount=type=cache,target=/m2 \
    mvn -B -q -Dmaven.repo.local=/m2 package -Dmaven.test.skip=true
# The TLS library of this platform and that of pings, which would have to be unpacked at each start. A /tmp without
# permission to run code, as Docker mounts it, could not hold it.
RUN library=META-INF/native/libnetty_tcnative_linux_$(uname -m | sed s/aarch64/aarch_64/).so && \
    calls=com/sun/jna/linux-$(uname -m | sed s/x86_64/x86-64/)/libjnidispatch.so && \
    cd target && jar xf belfry.jar "$library" "$calls" && mkdir lib && mv "$library" "$calls" lib/

# Its cache of loaded classes, which halves the time to ready: one start on the embedded database,
# stopped as soon as the demo has been made through the API. Same path, same Java, same collector
# as below, or the cache would not be used.
FROM eclipse-temurin:${RUN_JAVA}-jre AS cache
# Before the jar is waited for: an older Java cannot record the cache.
ARG RUN_JAVA
RUN case "$RUN_JAVA" in 2[5-9]* | [3-9][0-9]*) ;; *) \
      echo "RUN_JAVA=$RUN_JAVA: the image runs on Java 25 or newer, such as 25" >&2; exit 1 ;; \
    esac
COPY --from=build /build/target/belfry.jar /opt/belfry/
# The embedded database runs for no user without a name.
RUN echo belfry:x:10001:10001::/var/lib/belfry:/usr/sbin/nologin >> /etc/passwd
USER 10001:10001
WORKDIR /tmp
RUN BELFRY_DATA_DIR=/tmp/data BELFRY_LOG_FORMAT=json timeout -k 10 120 \
      java -XX:AOTCacheOutput=/tmp/belfry.aot -XX:+UseSerialGC -jar /opt/belfry/belfry.jar \
      > demo.txt & \
    service=$!; \
    while kill -0 $service 2>/dev/null && ! grep -q '^export BELFRY_MONITOR_ID' demo.txt; \
    do sleep 0.2; done; \
    kill -TERM $service; wait $service; grep -q '^export BELFRY_MONITOR_ID' demo.txt && \
    rm -rf demo.txt data && test -s belfry.aot

FROM eclipse-temurin:${RUN_JAVA}-jre
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Belfry" \
      org.opencontainers.image.description="URL monitors, alerts, status page incidents and check groups behind one HTTP JSON API" \
      org.opencontainers.image.version="${VERSION}"
# Only the embedded database writes here; with BELFRY_DATABASE_URL nothing outside /tmp is written.
RUN echo belfry:x:10001:10001::/var/lib/belfry:/usr/sbin/nologin >> /etc/passwd && \
    install -d -o 10001 -g 10001 -m 700 /var/lib/belfry
ENV BELFRY_DATA_DIR=/var/lib/belfry
WORKDIR /opt/belfry
COPY config/belfry.yaml config/
COPY --from=build --chown=0:0 /build/target/lib lib/
COPY --from=cache --chown=0:0 /opt/belfry/belfry.jar /tmp/belfry.aot ./
USER 10001:10001
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
# Ready, by the shell alone: another Java would cost more than the check is worth.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/${BELFRY_MANAGEMENT_HOST:-127.0.0.1}/${BELFRY_MANAGEMENT_PORT:-8081} && printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && read -r status <&3 && [[ $status == *' 200 '* ]]"]
ENTRYPOINT ["java", "-XX:AOTCache=/opt/belfry/belfry.aot", "-XX:+UseSerialGC", \
    "-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError", "-XX:-UsePerfData", \
    "-Djava.library.path=/opt/belfry/lib", "-Djna.boot.library.path=/opt/belfry/lib", "-jar", "/opt/belfry/belfry.jar"]
