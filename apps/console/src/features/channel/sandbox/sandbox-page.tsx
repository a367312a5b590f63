import { Anchor, Skeleton } from '@mantine/core';
import { channelTypes } from '@parley/contract';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { BehaviourPanel } from './behaviour-panel.tsx';
import { FlowPanel } from './flow-panel.tsx';
import { LoadPanel } from './load-panel.tsx';
import { PhoneList } from './phone-list.tsx';
import { PhoneView } from './phone-view.tsx';
import classes from './sandbox.module.css';
import { behaviourQuery, sandboxChannelQuery } from './sandbox.queries.ts';
import { SandboxSearch } from './sandbox.search.ts';
import { TemplatePanel } from './template-panel.tsx';

/** Phones on screen for one channel: what goes out is seen, answered and made to fail without a vendor. */
export function SandboxPage() {
  const say = useWords(channelWords.sandbox);
  const { channelId = '' } = useParams({ strict: false });
  const { phone, search } = SandboxSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const canAct = useCan(['CHANNELS.EDIT']);
  const channel = useQuery(sandboxChannelQuery(channelId));
  const behaviour = useQuery(behaviourQuery(channelId));
  const show = (next: Partial<SandboxSearch>) =>
    void navigate({ to: '.', search: { phone, search, ...next }, replace: next.phone === undefined });

  const failure = channel.error ?? (behaviour.data ? null : behaviour.error);
  return (
    <div className={classes.page}>
      <PageHeader
        title={say('title', { name: channel.data?.name ?? '' })}
        subtitle={say('subtitle')}
        actions={
          <Anchor size="sm" renderRoot={(props) => <Link to={'/admin/channels' as never} {...props} />}>
            {say('back')}
          </Anchor>
        }
      />
      {failure ? (
        <ErrorState
          error={failure}
          title={say('couldNotLoad')}
          onRetry={() => void Promise.all([channel.refetch(), behaviour.refetch()])}
        />
      ) : (
        <div className={classes.columns}>
          <PhoneList
            channelId={channelId}
            search={search}
            chosen={phone}
            onSearch={(text) => show({ search: text })}
            onChoose={(address) => show({ phone: address })}
          />
          {phone ? (
            <PhoneView
              key={phone}
              channelId={channelId}
              address={phone}
              isMail={channel.data?.type === channelTypes.EMAIL}
              canAct={canAct}
              isHeard={behaviour.data?.isHeard ?? true}
            />
          ) : (
            <section className={classes.noPhone}>
              <EmptyState icon={IconDeviceMobile} order={2} title={say('choosePhone')} text={say('choosePhoneText')} />
            </section>
          )}
          <div className={classes.controls}>
            {behaviour.data ? (
              <BehaviourPanel
                channelId={channelId}
                behaviour={behaviour.data.behaviour}
                stats={behaviour.data.stats}
                isMail={channel.data?.type === channelTypes.EMAIL}
                canAct={canAct}
              />
            ) : (
              <Skeleton height={420} radius="md" />
            )}
            <TemplatePanel channelId={channelId} canAct={canAct} />
            <FlowPanel channelId={channelId} canAct={canAct} />
            <LoadPanel channelId={channelId} canAct={canAct} />
          </div>
        </div>
      )}
    </div>
  );
}
