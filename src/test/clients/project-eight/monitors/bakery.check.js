const {
  ApiCheck, AssertionBuilder, CheckGroupV2, DnsAssertionBuilder, DnsMonitor, EmailAlertChannel, Frequency,
  HeartbeatMonitor, IcmpAssertionBuilder, IcmpMonitor, MaintenanceWindow, PrivateLocation, SslAssertionBuilder,
  SslMonitor, StatusPage, StatusPageService, TcpMonitor, UrlAssertionBuilder, UrlMonitor,
} = require('checkly/constructs')

const byHand = CheckGroupV2.fromId(Number(process.env.GROUP_BY_HAND))
const cellar = new PrivateLocation('cellar', { name: 'Cellar', slugName: 'cellar' })
const mail = new EmailAlertChannel('mail', { address: 'bakery@example.org' })
const orders = new StatusPageService('orders', { name: 'Orders' })

new StatusPage('page', {
  name: 'Bakery',
  url: process.env.PAGE_ADDRESS ?? 'bakery',
  cards: [{ name: 'Customers', services: [orders] }],
})

const ovens = new CheckGroupV2('ovens', {
  name: 'Ovens',
  locations: ['eu-north-1'],
  privateLocations: [cellar],
  alertChannels: [mail],
})

new UrlMonitor('first', {
  name: 'First oven',
  group: ovens,
  frequency: Frequency.EVERY_5M,
  request: {
    url: 'https://example.org/first',
    assertions: [UrlAssertionBuilder.statusCode().equals(200)],
  },
})

new UrlMonitor('second', {
  name: 'Second oven',
  group: byHand,
  frequency: Frequency.EVERY_1H,
  alertChannels: [mail],
  request: { url: 'https://example.org/second' },
})

new TcpMonitor('till', {
  name: 'Till',
  frequency: Frequency.EVERY_1M,
  request: { hostname: 'till.example.org', port: 9100 },
})

new ApiCheck('menu', {
  name: 'Menu',
  group: ovens,
  frequency: Frequency.EVERY_10M,
  request: {
    method: 'POST',
    url: 'https://example.org/menu',
    bodyType: 'JSON',
    body: '{"day":"Sunday"}',
    headers: [{ key: 'X-Shop', value: 'bakery' }],
    assertions: [AssertionBuilder.statusCode().equals(200), AssertionBuilder.jsonBody('$.rolls').greaterThan(1)],
  },
})

new DnsMonitor('sign', {
  name: 'Sign',
  frequency: Frequency.EVERY_5M,
  request: {
    query: 'bakery.example.org',
    recordType: 'A',
    assertions: [DnsAssertionBuilder.responseCode().equals('NOERROR')],
  },
})

new IcmpMonitor('door', {
  name: 'Door',
  frequency: Frequency.EVERY_2M,
  degradedPacketLossThreshold: 5,
  maxPacketLossThreshold: 50,
  request: {
    hostname: 'door.example.org',
    pingCount: 4,
    assertions: [IcmpAssertionBuilder.latency('avg').lessThan(200)],
  },
})

new SslMonitor('lock', {
  name: 'Lock',
  frequency: Frequency.EVERY_1H,
  request: {
    hostname: 'lock.example.org',
    sslConfig: { alertDaysBeforeExpiry: 30, handshakeTimeout: 5000 },
    assertions: [SslAssertionBuilder.certificate('daysUntilExpiry').greaterThan(14)],
  },
})

new HeartbeatMonitor('baker', { name: 'Baker', period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' })

new MaintenanceWindow('sunday', {
  name: 'Sunday',
  tags: ['as-code'],
  startsAt: new Date('2030-01-06T00:00:00.000Z'),
  endsAt: new Date('2030-01-06T20:00:00.000Z'),
  repeatInterval: 1,
  repeatUnit: 'WEEK',
  repeatEndsAt: new Date('2031-01-05T00:00:00.000Z'),
})
