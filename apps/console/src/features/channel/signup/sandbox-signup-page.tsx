import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { toSandboxGrant } from '@parley/contract';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { onboardingWords } from '../../../locales/onboarding.ts';
import { signupReturnPath } from '../shared/signup-news.ts';
import classes from './signup.module.css';
import { SignupSearch } from './signup.search.ts';

/** An id of digits that belongs to the name: who signs in again reaches the same account. */
function accountOf(name: string): string {
  let sum = 7;
  for (const character of name.trim().toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_000;
  return `1${String(sum).padStart(9, '0')}`;
}

const lives = [
  ['days60', 60 * 86_400],
  ['minutes10', 600],
  ['seconds20', 20],
] as const;

/** The sandbox's stand-in for the provider's dialog: chooses a business, or gives up. */
export function SandboxSignupPage() {
  const say = useWords(onboardingWords.signup);
  const sayOnboarding = useWords(onboardingWords.onboarding);
  const { state } = useAddressState(SignupSearch).search;
  const form = useForm({
    initial: { business: '', life: 'days60' },
    check: ({ business }) => ({ business: business.trim() === '' && sayOnboarding('empty') }),
  });
  const leave = (answer: Record<string, string>) =>
    window.location.assign(`${signupReturnPath}?${new URLSearchParams({ ...answer, state })}`);
  const handleFinish = form.submit(({ business, life }) => {
    const lifeSeconds = lives.find(([name]) => name === life)?.[1] ?? 600;
    const grant = { wabaId: accountOf(business), wabaName: business.trim().slice(0, 100), lifeSeconds, nonce: crypto.randomUUID() };
    leave({ code: toSandboxGrant(grant) });
  });
  return (
    <main className={classes.page}>
      <form className={classes.card} noValidate onSubmit={handleFinish} aria-label={say('sandboxTitle')}>
        <Stack gap={4}>
          <Title order={1} size="h3">
            {say('sandboxTitle')}
          </Title>
          <Text size="sm" c="dimmed">
            {say('sandboxText')}
          </Text>
        </Stack>
        <TextInput
          label={say('business')}
          description={say('businessHint')}
          withAsterisk
          maxLength={100}
          data-autofocus
          {...form.field('business')}
        />
        <Select
          label={say('life')}
          allowDeselect={false}
          data={lives.map(([value]) => ({ value, label: say(value) }))}
          {...form.choice('life')}
        />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={() => leave({ error: 'access_denied' })}>
            {say('cancel')}
          </Button>
          <Button type="submit">{say('finish')}</Button>
        </Group>
      </form>
    </main>
  );
}
