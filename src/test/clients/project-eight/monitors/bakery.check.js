const {
  CheckGroupV2, EmailAlertChannel, Frequency, MaintenanceWindow, PrivateLocation, StatusPage, StatusPageService,
  TcpMonitor, UrlAssertionBuilder, UrlMonitor,
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

new MaintenanceWindow('sunday', {
  name: 'Sunday',
  tags: ['as-code'],
  startsAt: new Date('2030-01-06T00:00:00.000Z'),
  endsAt: new Date('2030-01-06T20:00:00.000Z'),
  repeatInterval: 1,
  repeatUnit: 'WEEK',
  repeatEndsAt: new Date('2031-01-05T00:00:00.000Z'),
})
