import { expect, type FullConfig, request } from '@playwright/test';
import { listBots } from './bots.ts';
import { password } from './pages.ts';

/** The demo's bot learns in the background after the first start; journeys that talk to it begin when it has learnt. */
export default async function waitForDemoBot({ projects }: FullConfig): Promise<void> {
  const [project] = projects;
  const caller = await request.newContext({ baseURL: project?.use.baseURL ?? '' });
  const answer = await caller.post('/account/enterprise/login/twoFactorAuth', {
    form: { email: 'admin@demo.example', password, removeExistingSession: 'true' },
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  await expect
    .poll(async () => (await listBots(caller, token)).map(({ training }) => training.state), {
      intervals: [250],
      // The bound of the journeys does not hold here by itself.
      timeout: project?.timeout ?? 0,
    })
    .toEqual(['TRAINED']);
  await caller.dispose();
}
