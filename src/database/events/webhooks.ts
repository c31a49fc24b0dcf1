/** Why an endpoint is disabled: by request, because it answered 410, or because it failed for days. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

export type PreviousSecret = { encrypted: string; untilMs: number };

/** A receiver of events. Secrets are encrypted. `events` is its filter; null accepts all. */
export type WebhookEndpointRow = {
  id: string;
  accountId: string;
  /** The session whose events it gets; null: all of the account. */
  renderSessionId: string | null;
  /**
   * The address, which may contain a key in its path. After an update from an older version it is plain text
   * until the worker has started.
   */
  encryptedUrl: string;
  events: string[] | null;
  status: 'enabled' | 'disabled';
  disabledReason: DisabledReason | null;
  disabledAtMs: number | null;
  encryptedSecret: string;
  /** Time of the first failed attempt after the last success. */
  failingSinceMs: number | null;
  lastFailedAtMs: number | null;
  /** The endpoint requested that nothing be sent before this time. */
  pausedUntilMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** Previous secrets, which also sign messages until they expire; the newest first. */
  previousSecrets: PreviousSecret[];
};

export type WebhookEndpoint = Omit<WebhookEndpointRow, 'lastFailedAtMs'>;

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An attempt as the delivery log shows it: the answer of the receiver, or the error. */
export type DeliveryAttempt = {
  at: string;
  duration_ms: number;
  status: number | null;
  response: string;
  error: string | null;
};

/** The delivery of an event to an endpoint. */
export type WebhookDeliveryRow = {
  id: string;
  accountId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  subjectId: string;
  /** 0, or for a replay the time of its request. */
  turn: number;
  sequence: number;
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  /** Null when the delivery has ended, or waits for another delivery of its subject. */
  nextAttemptAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
};

export type WebhookDelivery = Omit<WebhookDeliveryRow, 'turn'>;
