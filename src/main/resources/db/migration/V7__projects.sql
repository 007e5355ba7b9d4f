-- What people describe in code or in files, and what became of it.
CREATE TABLE projects (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  logical_id text NOT NULL,
  name       text NOT NULL,
  repo_url   text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3),
  CONSTRAINT projects_logical_id UNIQUE (account_id, logical_id)
);

-- Which resource a logical id stands for. No foreign key: one that somebody deletes by hand is made
-- again by the next deploy. A resource belongs to one project.
CREATE TABLE project_resources (
  project_id  uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  type        text NOT NULL,
  logical_id  text NOT NULL,
  physical_id text NOT NULL,
  PRIMARY KEY (project_id, type, logical_id),
  CONSTRAINT project_resources_owner UNIQUE (type, physical_id)
);

-- Every deploy, dry or real. A real one holds an advisory lock while it runs; a row that runs without
-- one was left by a process that died.
CREATE TABLE deployments (
  id                  uuid PRIMARY KEY,
  account_id          uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  project             text NOT NULL,
  kind                text NOT NULL CHECK (kind IN ('DEPLOY', 'DESTROY')),
  dry_run             boolean NOT NULL,
  status              text NOT NULL CHECK (status IN ('RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  progress            integer NOT NULL CHECK (progress BETWEEN 0 AND 100),
  error_code          text,
  error_message       text,
  diff                json,
  digest              bytea,
  created_at          timestamptz(3) NOT NULL,
  ended_at            timestamptz(3),
  cancel_requested_at timestamptz(3)
);
CREATE INDEX deployments_project ON deployments (account_id, project, id DESC);
CREATE INDEX deployments_running ON deployments (account_id, project) WHERE status = 'RUNNING';
-- Dashboards of projects: kept as they are sent, never shown.
CREATE TABLE dashboards (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  settings   jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3)
);
CREATE INDEX dashboards_account ON dashboards (account_id);
