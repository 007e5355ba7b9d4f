import {
  AlertChannel, AlertEscalationBuilder, CheckGroupV2, DnsAssertionBuilder, DnsMonitor, EmailAlertChannel, Frequency, IcmpAssertionBuilder, IcmpMonitor,
  MaintenanceWindow, PrivateLocation, RetryStrategyBuilder, SslAssertionBuilder, SslMonitor, StatusPage, StatusPageService, TcpAssertionBuilder,
  TcpMonitor, UrlAssertionBuilder, UrlMonitor,
  WebhookAlertChannel,
} from 'checkly/constructs'

// What was made by hand before, and stays as it is.
const byHand = CheckGroupV2.fromId(Number(process.env.GROUP_BY_HAND))
const onCall = AlertChannel.fromId(Number(process.env.CHANNEL_BY_HAND))

const quay = new PrivateLocation('quay', { name: 'Quay', slugName: 'quay' })

const mail = new EmailAlertChannel('mail', { address: 'harbour@example.org', sendDegraded: true })
const hook = new WebhookAlertChannel('hook', {
  name: 'Harbour master',
  url: 'https://example.org/hook',
  method: 'POST',
  template: '{"title":"{{ALERT_TITLE}}"}',
  headers: [{ key: 'X-Pier', value: '4' }],
  webhookSecret: 'not so secret',
})

const tickets = new StatusPageService('tickets', { name: 'Tickets' })

new StatusPage('page', {
  name: 'Harbour',
  url: process.env.PAGE_ADDRESS ?? 'harbour',
  cards: [{ name: 'Passengers', services: [tickets] }],
})

const ferries = new CheckGroupV2('ferries', {
  name: 'Ferries',
  tags: ['ferry'],
  locations: ['eu-north-1'],
  privateLocations: [quay],
  environmentVariables: [{ key: 'PIER', value: '4' }],
  alertChannels: [mail, onCall],
  alertEscalationPolicy: AlertEscalationBuilder.runBasedEscalation(2),
  retryStrategy: RetryStrategyBuilder.linearStrategy({ baseBackoffSeconds: 30, maxRetries: 2, sameRegion: true }),
  runParallel: true,
})

new UrlMonitor('timetable', {
  name: 'Timetable',
  description: 'When the ferries go',
  group: ferries,
  frequency: Frequency.EVERY_5M,
  degradedResponseTime: 2000,
  maxResponseTime: 4000,
  alertChannels: [hook],
  retryStrategy: RetryStrategyBuilder.fixedStrategy({
    baseBackoffSeconds: 10, maxRetries: 3, sameRegion: true, onlyOn: 'NETWORK_ERROR',
  }),
  triggerIncident: {
    service: tickets, severity: 'MAJOR', name: 'No timetable', description: 'The timetable is away', notifySubscribers: false,
  },
  request: {
    url: 'https://example.org/timetable',
    assertions: [UrlAssertionBuilder.statusCode().equals(200)],
  },
})

new UrlMonitor('gate', {
  name: 'Gate',
  frequency: Frequency.EVERY_10S,
  activated: false,
  privateLocations: [quay],
  request: { url: 'https://example.org/gate', followRedirects: false },
})

new UrlMonitor('lighthouse', {
  name: 'Lighthouse',
  group: byHand,
  frequency: 10,
  request: { url: 'https://example.org/lighthouse' },
})

new TcpMonitor('radio', {
  name: 'Radio',
  group: ferries,
  frequency: Frequency.EVERY_30S,
  degradedResponseTime: 500,
  maxResponseTime: 1500,
  request: {
    hostname: 'radio.example.org',
    port: 7000,
    data: 'CQ',
    assertions: [
      TcpAssertionBuilder.responseData().contains('73'),
      TcpAssertionBuilder.responseTime().lessThan(1000),
    ],
  },
})

new DnsMonitor('beacon', {
  name: 'Beacon',
  frequency: Frequency.EVERY_5M,
  request: {
    query: 'beacon.example.org',
    recordType: 'A',
    nameServer: 'ns.example.org',
    port: 53,
    assertions: [
      DnsAssertionBuilder.responseCode().equals('NOERROR'),
      DnsAssertionBuilder.textAnswer('IN A (\\S+)').contains('203.0.113.7'),
      DnsAssertionBuilder.jsonAnswer('$.Answer[0].TTL').greaterThan(60),
    ],
  },
})

new IcmpMonitor('sonar', {
  name: 'Sonar',
  frequency: Frequency.EVERY_2M,
  degradedPacketLossThreshold: 5,
  maxPacketLossThreshold: 50,
  request: {
    hostname: 'sonar.example.org',
    ipFamily: 'IPv6',
    pingCount: 4,
    assertions: [
      IcmpAssertionBuilder.latency('avg').lessThan(200),
      IcmpAssertionBuilder.latency('stdDev').lessThan(50),
      IcmpAssertionBuilder.jsonResponse('$.packetsReceived').greaterThan(2),
    ],
  },
})

new SslMonitor('seal', {
  name: 'Seal',
  frequency: Frequency.EVERY_1H,
  degradedResponseTime: 2500,
  request: {
    hostname: 'seal.example.org',
    port: 8443,
    sslConfig: {
      serverName: 'harbour.example.org',
      alertDaysBeforeExpiry: 30,
      handshakeTimeout: 5000,
      securityBaseline: { minTLSVersion: { value: 'TLS1.3', severity: 'degrade' } },
    },
    assertions: [
      SslAssertionBuilder.certificate('daysUntilExpiry').greaterThan(14),
      SslAssertionBuilder.connection('tlsVersion').greaterThan('TLS1.2'),
      SslAssertionBuilder.connection('chainTrusted').equals(true),
      SslAssertionBuilder.jsonResponse('$.certificate.keySizeBits').greaterThan(255),
      SslAssertionBuilder.textResponse('"issuerCN":"([^"]*)"').contains('Example'),
      SslAssertionBuilder.responseTime().lessThan(2000),
    ],
  },
})

new MaintenanceWindow('night', {
  name: 'Night',
  tags: ['ferry'],
  startsAt: new Date('2030-01-05T01:00:00.000Z'),
  endsAt: new Date('2030-01-05T03:00:00.000Z'),
  repeatInterval: 1,
  repeatUnit: 'WEEK',
  repeatEndsAt: new Date('2031-01-05T00:00:00.000Z'),
})
