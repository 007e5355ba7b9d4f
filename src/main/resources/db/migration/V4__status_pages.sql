-- What people look at. The settings document is answered whole; url and custom domain are columns
-- because they must be found and be unique over all accounts.
CREATE TABLE status_pages (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  url           text NOT NULL GENERATED ALWAYS AS (settings ->> 'url') STORED,
  custom_domain text GENERATED ALWAYS AS (settings ->> 'customDomain') STORED,
  settings      jsonb NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3),
  CONSTRAINT status_pages_owner UNIQUE (account_id, id),
  CONSTRAINT status_pages_url UNIQUE (url),
  CONSTRAINT status_pages_custom_domain UNIQUE (custom_domain)
);

CREATE TABLE status_page_cards (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  page_id    uuid NOT NULL,
  name       text NOT NULL,
  position   integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT status_page_cards_owner UNIQUE (page_id, id),
  CONSTRAINT status_page_cards_page FOREIGN KEY (account_id, page_id)
    REFERENCES status_pages (account_id, id) ON DELETE CASCADE
);

-- A service that is deleted vanishes from every page; its cards stay.
CREATE TABLE status_page_services (
  account_id uuid NOT NULL,
  page_id    uuid NOT NULL,
  card_id    uuid NOT NULL,
  service_id uuid NOT NULL,
  position   integer NOT NULL,
  PRIMARY KEY (card_id, service_id),
  CONSTRAINT status_page_services_card FOREIGN KEY (page_id, card_id)
    REFERENCES status_page_cards (page_id, id) ON DELETE CASCADE,
  CONSTRAINT status_page_services_service FOREIGN KEY (account_id, service_id)
    REFERENCES services (account_id, id) ON DELETE CASCADE
);
CREATE INDEX status_page_services_by_service ON status_page_services (service_id);

-- address_key: what makes two addresses the same. invited_at: when the newest confirmation was asked
-- for, so that nobody can have somebody else flooded with them.
CREATE TABLE status_page_subscriptions (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  page_id     uuid NOT NULL,
  type        text NOT NULL CHECK (type IN ('EMAIL', 'WEBHOOK')),
  address     text NOT NULL,
  address_key text NOT NULL GENERATED ALWAYS AS
    (CASE type WHEN 'EMAIL' THEN lower(address) ELSE address END) STORED,
  status      text NOT NULL CHECK (status IN ('PENDING', 'VERIFIED')),
  invitations integer NOT NULL DEFAULT 0,
  invited_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  CONSTRAINT status_page_subscriptions_address UNIQUE (page_id, type, address_key),
  CONSTRAINT status_page_subscriptions_page FOREIGN KEY (account_id, page_id)
    REFERENCES status_pages (account_id, id) ON DELETE CASCADE
);

-- Who unsubscribes gets nothing more, not even what is queued already.
ALTER TABLE deliveries ADD CONSTRAINT deliveries_subscription
  FOREIGN KEY (subscription_id) REFERENCES status_page_subscriptions ON DELETE CASCADE;
CREATE INDEX deliveries_by_subscription ON deliveries (subscription_id)
  WHERE subscription_id IS NOT NULL;
