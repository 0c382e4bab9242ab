import type { Passkey, User, UserId } from "../domain/user.ts";

/** Why a password is easy to guess: frequent in leaks, found in a leak, or made of the owner's name or ours. */
export type PasswordWeakness = "common" | "leaked" | "personal";

/** The person whose name and address a password must not consist of. */
export type PasswordOwner = { username?: string | undefined; email?: string | undefined };

/** Password hashing with a limit on concurrent hashes. @throws unavailable when too many wait */
export type Passwords = {
  /**
   * Finds a password that people guess first, ignoring case, leet, and digits and signs around it; and one in a known leak,
   * if the installation looks them up.
   */
  weaknessOf: (password: string, owner: PasswordOwner) => Promise<PasswordWeakness | undefined>;
  hash: (password: string) => Promise<string>;
  /** Takes the same time without a hash. `outdated` means that the hash needs newer parameters. */
  check: (
    password: string,
    hash: string | undefined,
  ) => Promise<{ matches: boolean; outdated: boolean }>;
};

/** Browsers on which users have signed in, known by a signed cookie. */
export type KnownDevices = {
  /** The browser and operating system of a user agent, such as "Firefox on Linux". */
  labelOf: (userAgent: string | undefined) => string;
  /** The browser's entry for this user in its device cookie, if it has a valid one. */
  find: (user: User, cookie: string | undefined) => KnownDevice | undefined;
  /** The device cookie after this user has signed in or, by an emailed link, has set a password. */
  remember: (user: User, cookie: string | undefined, options?: { byLink: boolean }) => string;
};

/**
 * A browser with a counter of its own. With `codeAccount`, the codes that it tries count with those of the account on unknown
 * devices: a browser that is known by an emailed link has proved no code yet.
 */
export type KnownDevice = { device: string; codeAccount?: string | undefined };

/**
 * Who tries a password. A known device and a session have a counter of their own, so that strangers cannot slow them
 * down.
 */
export type LoginSource =
  | {
      account: string;
      ip: string | undefined;
      /** Called when the throttle starts to delay attempts on the account. */
      onThrottled?: () => void;
    }
  | KnownDevice
  | { session: string };

/** A login attempt, counted as failed until it ends. */
export type LoginAttempt = {
  /** The password was right. Clears the failures of its account, device or session. */
  succeed: () => Promise<void>;
  /** The password was not checked: the attempt does not count. */
  withdraw: () => Promise<void>;
};

/** Counts failed logins, of unknown devices per account, per IP address and in total, for unknown accounts too. */
export type LoginThrottle = {
  /** Counts an attempt before its password is checked. @throws rate-limited, unavailable */
  begin: (source: LoginSource) => Promise<LoginAttempt>;
  /** Counts a code after the right password before it is checked; waits are longer. @throws rate-limited, unavailable */
  beginCode: (source: LoginSource) => Promise<LoginAttempt>;
  /** Forgets the failures of an account, after another proof of its owner. @throws unavailable */
  clear: (account: string) => Promise<void>;
};

/** An app that its owner adds. `enrollment` proves for 15 minutes, and until the password changes, that we made the secret for this user. */
export type NewAuthenticator = { secret: string; uri: string; enrollment: string };

/** Secrets and codes of authenticator apps. */
export type Authenticators = {
  /** A new secret for the user's app, or the given one in base32; stored nowhere. */
  begin: (
    user: Pick<User, "id" | "username" | "email" | "passwordChangedAt">,
    secret?: string,
  ) => NewAuthenticator;
  /** The encrypted secret of an enrollment; undefined when it has expired or belongs to another user or password. */
  sealedSecretOf: (
    user: Pick<User, "id" | "passwordChangedAt">,
    enrollment: string,
  ) => string | undefined;
  /** The time step whose code this is, if it is the current one, the one before or after. */
  stepOf: (userId: UserId, sealedSecret: string, code: string) => number | undefined;
  /** Ten new recovery codes. */
  newRecoveryCodes: () => string[];
  /** A keyed hash, so that nobody can find the code who has only the database. */
  hashRecoveryCode: (userId: UserId, code: string) => string;
};

/** What a browser sends for a new passkey; bytes are in base64url. */
export type PasskeyRegistration = {
  id: string;
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: string[] | undefined;
  };
};

/** What a browser sends for a use of a passkey; bytes are in base64url. */
export type PasskeyAssertion = {
  id: string;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    /** The id of the account. */
    userHandle: string;
  };
};

/** A session, and the password with which its user signs in. */
export type SessionHolder = { sessionId: string; user: Pick<User, "passwordChangedAt"> };

/**
 * WebAuthn ceremonies. A challenge is valid for five minutes and for one response of its holder: the session that adds a
 * passkey, until the password changes, or the browser that uses one. Every method that makes or uses a challenge @throws unavailable
 */
export type Passkeys = {
  /** Makes a challenge for a new passkey. */
  challengeSession: (holder: SessionHolder) => Promise<string>;
  /** Makes a challenge that the passkeys of a browser answer; `browser` is the secret in its cookie. */
  challengeBrowser: (browser: string) => Promise<string>;
  /** Uses the challenge up. Undefined unless the response proves a new passkey that has verified its user. */
  verifyRegistration: (
    holder: SessionHolder,
    registration: PasskeyRegistration,
  ) => Promise<Pick<Passkey, "id" | "publicKey" | "counter" | "transports"> | undefined>;
  /** Uses the challenge up. Returns the signature counter; undefined unless the passkey has signed and has verified its user. */
  verifyAssertion: (
    browser: string | undefined,
    assertion: PasskeyAssertion,
    passkey: Passkey | undefined,
  ) => Promise<number | undefined>;
  /** The account that an assertion names. It is not proved yet. */
  userIdOf: (assertion: PasskeyAssertion) => UserId;
};

/** Counts refused logins for operators. */
export type LoginMetrics = { countRefusal: (error: unknown) => void };
