import { channelTypes, type PartnerDetails } from '@parley/contract';
import { type Connection, hosts, metaDialog, type PartnerApp, type VendorIo } from '@parley/vendors';
import { partnerKey, sandboxApp } from '@parley/vendors/simulator';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { simulatorOf } from '../sandbox/registration.ts';
import type { OnboardingRow } from './onboarding.repository.ts';

type Environment = OnboardingRow['environment'];

/** The installation's app at the provider, or the sandbox's; undefined where it has none. */
export function partnerApp({ config, simulator }: Pick<Deps, 'config' | 'simulator'>, environment: Environment): PartnerApp | undefined {
  return environment === 'production' ? config.metaApp : simulator() ? sandboxApp : undefined;
}

export const openEnvironments = (deps: Pick<Deps, 'config' | 'simulator'>): Environment[] =>
  (['production', 'sandbox'] as const).filter((environment) => partnerApp(deps, environment));

/** @throws DomainError onboarding.unavailable */
export function appOf(deps: Pick<Deps, 'config' | 'simulator'>, environment: Environment): PartnerApp {
  const app = partnerApp(deps, environment);
  if (app) return app;
  const message =
    environment === 'production'
      ? 'This installation has no app at the provider. Its operator sets META_APP_ID, META_APP_SECRET and META_SIGNUP_CONFIG_ID.'
      : 'This installation has no simulator.';
  throw new DomainError('onboarding.unavailable', message, { environment });
}

export type Line = { io: VendorIo; connection: Connection; app: PartnerApp };

/** The provider as the account of an onboarding reaches it; a sandbox's is signed up at the simulator under the onboarding's own id. */
export async function openLine(deps: Deps, row: Pick<OnboardingRow, 'onboardingId' | 'environment' | 'sealedToken'>): Promise<Line> {
  const { onboardingId: channelId, environment, sealedToken } = row;
  const app = appOf(deps, environment);
  const authToken = sealedToken === '' ? '' : deps.secrets.decrypt(sealedToken);
  const connection: Connection = {
    channelId,
    type: channelTypes.WHATSAPP,
    vendor: 'twixormcmi',
    contactId: '',
    config: { authToken },
    environment,
    simulatorUrl: deps.simulator()?.url ?? '',
    baseUrls: deps.config.vendorUrls,
    hookUrl: '',
  };
  if (environment === 'sandbox') {
    const registration = {
      vendor: 'twixormcmi',
      type: channelTypes.WHATSAPP,
      contactId: '',
      config: { [partnerKey]: 'meta' },
      hookUrl: '',
    } as const;
    await simulatorOf(deps)
      .register(channelId, registration)
      .catch((error: unknown) => {
        throw new DomainError('sandbox.unavailable', 'The simulator does not answer.', {}, { cause: error });
      });
  }
  return { io: deps.vendorIos.of(connection), connection, app };
}

/** Page of the console to which the dialog comes back, and the sandbox's own dialog. */
const returnPath = '/whatsapp-signup';
const sandboxPath = '/sandbox/whatsapp-signup';
const stateMs = 3_600_000;

export const returnAddress = ({ publicUrl }: Pick<Deps, 'publicUrl'>): string => `${publicUrl()}${returnPath}`;
const claimsOf = (ctx: Pick<Ctx, 'enterpriseId'>, onboardingId: string) => `signup ${ctx.enterpriseId} ${onboardingId}`;

/** Tells whether a dialog that has come back was opened for this onboarding, and lately enough. */
export const isOurState = (ctx: Ctx, { secrets }: Pick<Deps, 'secrets'>, onboardingId: string, state: string): boolean =>
  secrets.verify(state, ctx.now()) === claimsOf(ctx, onboardingId);

export function describePartner(ctx: Ctx, deps: Deps, { onboardingId, environment }: OnboardingRow, appName: string): PartnerDetails {
  const app = appOf(deps, environment);
  const state = deps.secrets.sign(claimsOf(ctx, onboardingId), new Date(ctx.now().getTime() + stateMs));
  const base = environment === 'sandbox' ? sandboxPath : (deps.config.vendorUrls.metaDialog ?? hosts.metaDialog);
  // The sandbox's dialog lies on the origin that the console was opened by, whatever that is.
  const redirectUri = environment === 'sandbox' ? returnPath : returnAddress(deps);
  return {
    environment,
    appId: app.appId,
    appName,
    configId: app.configId,
    dialogUrl: metaDialog(base, app, { redirectUri, state }),
    state,
  };
}
