import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { hasFlag } from '../../../lib/app-config.ts';
import { late } from '../../../lib/late.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { twoFactorWords } from '../../../locales/two-factor.ts';
import { useMe } from '../shared/me.ts';
import { FactorList } from '../shared/two-factor/factor-list.tsx';
import { PasswordForm } from './password-form.tsx';
import classes from './profile.module.css';
import { profileQuery } from './profile.queries.ts';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';
import { SoundForm } from './sound-form.tsx';

const NotificationSettings = late(() => import('./notification-settings.tsx').then((module) => module.NotificationSettings));

export function ProfilePage() {
  const say = useWords(accountWords.profile);
  const sayFactors = useWords(twoFactorWords.list);
  const me = useMe();
  const profile = useQuery(profileQuery);
  const isSkeletonDue = useDelayed(profile.isPending);
  return (
    <div className={classes.page}>
      <PageHeader title={say('title')} subtitle={me ? `${me.enterpriseName} · ${me.roleNames.join(', ')}` : undefined} />
      <Section title={say('general')} hint={say('generalHint')}>
        {profile.data ? (
          <ProfileForm key={profile.data.emailId} profile={profile.data} />
        ) : profile.isError ? (
          <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
        ) : (
          <Skeleton className={classes.generalSkeleton} visible={isSkeletonDue} />
        )}
      </Section>
      <Section title={say('sounds')} hint={say('soundsHint')}>
        {me ? <SoundForm isEnabled={me.enableChatNotification} settings={me.audioSettings} /> : null}
      </Section>
      <Section id="notifications" title={say('notifications')} hint={say('notificationsHint')}>
        <Suspense fallback={<Skeleton className={classes.notificationsSkeleton} />}>
          <NotificationSettings />
        </Suspense>
      </Section>
      <Section title={say('security')} hint={say('securityHint')}>
        <PasswordForm />
      </Section>
      {hasFlag('twoFactor') ? (
        <Section title={sayFactors('title')} hint={sayFactors('hint')}>
          <FactorList />
        </Section>
      ) : null}
      <Section title={say('sessions')} hint={say('sessionsHint')}>
        <SessionList />
      </Section>
    </div>
  );
}

function Section({ id, title, hint, children }: { id?: string; title: string; hint: string; children: React.ReactNode }) {
  return (
    <section id={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        <p className={classes.sectionHint}>{hint}</p>
      </div>
      <div className={classes.sectionBody}>{children}</div>
    </section>
  );
}
