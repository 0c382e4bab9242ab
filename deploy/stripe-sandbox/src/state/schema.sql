CREATE TABLE IF NOT EXISTS objects (
  kind TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS objects_seq ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_customer
  ON objects (kind, json_extract(json, '$.customer'), seq);
CREATE INDEX IF NOT EXISTS objects_payment_intent
  ON objects (kind, json_extract(json, '$.payment_intent'), seq);
CREATE INDEX IF NOT EXISTS objects_subscription
  ON objects (kind, json_extract(json, '$.subscription'), seq);
CREATE INDEX IF NOT EXISTS objects_invoice
  ON objects (kind, json_extract(json, '$.invoice'), seq);
CREATE INDEX IF NOT EXISTS objects_parent_subscription
  ON objects (kind, json_extract(json, '$.parent.subscription_details.subscription'), seq);
CREATE INDEX IF NOT EXISTS objects_payment
  ON objects (kind, json_extract(json, '$.payment.payment_intent'), seq);
CREATE TABLE IF NOT EXISTS timers (
  id INTEGER PRIMARY KEY, due INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL,
  clock TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS timers_due ON timers (due, id);
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY, event TEXT NOT NULL, state TEXT NOT NULL, forged INTEGER NOT NULL,
  attempts INTEGER NOT NULL, due_ms INTEGER NOT NULL, created_ms INTEGER NOT NULL,
  last_status INTEGER, last_error TEXT
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due_ms, id);
CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event, state);
CREATE TABLE IF NOT EXISTS responses (
  key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
  request TEXT NOT NULL, created_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS responses_created ON responses (created_ms);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
