import { type DesignerApi, type Lease, Offline, SessionOut } from '../api.ts';

const renewMs = 20_000;
const leaseMs = 60_000;

export type LeaseState = { isMine: boolean; holderName: string };
type Outside = {
  api: Pick<DesignerApi, 'lease' | 'release'>;
  onLease(state: LeaseState): void;
  onSessionOut(): void;
  onError(error: unknown): void;
  now?(): number;
};

/** One person edits, others watch: holds the lease for as long as the page is open, and asks again while somebody else has it. */
export class LeaseKeeper {
  readonly #outside: Outside;
  #timer: ReturnType<typeof setInterval> | undefined;
  #state: LeaseState = { isMine: false, holderName: '' };
  #heldAt = 0;

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  async begin(): Promise<void> {
    await this.#ask(false);
    this.#timer = setInterval(() => void this.#ask(false), renewMs);
  }

  /** Somebody else was found to have it. */
  async look(): Promise<void> {
    await this.#ask(false);
  }

  async takeOver(): Promise<void> {
    await this.#ask(true);
  }

  async #ask(takeOver: boolean): Promise<void> {
    const now = this.#outside.now ?? Date.now;
    try {
      this.#take(await this.#outside.api.lease(takeOver));
      this.#heldAt = now();
    } catch (error) {
      if (error instanceof SessionOut) this.#outside.onSessionOut();
      else if (!(error instanceof Offline)) this.#outside.onError(error);
      // The lease has expired without an answer, and another user may have it by now.
      else if (this.#state.isMine && now() - this.#heldAt > leaseMs) this.#take({ isMine: false, holderName: '' });
    }
  }

  #take({ isMine, holderName }: Pick<Lease, 'isMine' | 'holderName'>): void {
    if (isMine === this.#state.isMine && holderName === this.#state.holderName) return;
    this.#state = { isMine, holderName };
    this.#outside.onLease(this.#state);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#state.isMine) await this.#outside.api.release().catch(() => undefined);
  }
}
