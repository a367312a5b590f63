import { ActionIcon, Alert, Anchor, Button, Group, Loader, Progress, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { builderPermissions, type Training } from '@parley/contract';
import { IconArrowLeft, IconMessageChatbot, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { useCan } from '../../account/shared/me.ts';
import { botQuery } from '../shared/bot.queries.ts';
import { TrainingLabel } from '../shared/training-label.tsx';
import { hasUnsavedIntent } from '../shared/unsaved.ts';
import classes from './bot.module.css';
import { BotTabs } from './bot-tabs.tsx';
import { useTraining } from './use-training.ts';

const TryItPanel = late(() => import('../try-it/try-it-panel.tsx').then((module) => module.TryItPanel));

/** Header and tabs of one bot, with its open screen below. */
export function BotFrame() {
  const say = useWords(botWords.frame);
  const { botId = '' } = useParams({ strict: false });
  const location = useLocation();
  const navigate = useNavigate();
  const { data: details } = useQuery(botQuery(botId));
  const bot = details ?? (location.state.bot?.id === botId ? location.state.bot : undefined);
  const { start, isRunning, training } = useTraining(botId);
  const [isTryItOpen, tryIt] = useDisclosure(false);
  const path = location.pathname;
  const mayBuild = useCan(builderPermissions);
  const isPrompt =
    bot?.type === 'prompt' ||
    path.endsWith('/prompt') ||
    path.endsWith('/tools') ||
    (location.search as { type?: unknown } | undefined)?.type === 'prompt';

  const handleBack = () => {
    if (hasUnsavedIntent()) showToast('error', botWords.intentTexts('leaving'));
    else void navigate({ to: '/bots' });
  };

  return (
    <div>
      <header className={classes.frameHead}>
        <div className={classes.frameName}>
          <ActionIcon variant="subtle" size="lg" aria-label={say('back')} title={say('back')} onClick={handleBack}>
            <IconArrowLeft size={18} />
          </ActionIcon>
          <Title order={1} title={bot?.name}>
            {bot?.name}
          </Title>
          {details ? <TrainingLabel training={details.training} /> : null}
        </div>
        <div className={classes.frameActions}>
          <May any={builderPermissions}>
            <Button
              variant="default"
              leftSection={isRunning ? <Loader size={14} aria-hidden /> : <IconSchool size={16} />}
              disabled={isRunning}
              onClick={start}
            >
              {say('train')}
            </Button>
          </May>
          <Button leftSection={<IconMessageChatbot size={16} />} aria-haspopup="dialog" onClick={tryIt.open}>
            {say('tryIt')}
          </Button>
        </div>
      </header>
      {isRunning ? <TrainingProgress training={training} /> : null}
      {!isRunning && training?.phase === 'ASKING' ? (
        <Alert color="yellow" role="status" mb="md">
          <Group justify="space-between" gap="xs">
            {botWords.trainingTexts('asks')}
            <Anchor component={Link} to={`/bots/${botId}/training`} size="sm">
              {say('decide')}
            </Anchor>
          </Group>
        </Alert>
      ) : null}
      {bot ? <BotTabs bot={bot} isPrompt={isPrompt} path={path} /> : null}
      {mayBuild ? null : (
        <Text size="sm" c="dimmed" mb="sm" role="note">
          {say('readOnly')}
        </Text>
      )}
      <Outlet />
      <Suspense>{isTryItOpen ? <TryItPanel botId={botId} botName={bot?.name ?? ''} onClose={tryIt.close} /> : null}</Suspense>
    </div>
  );
}

/** The loader of a training: its step and how much of it is done. */
function TrainingProgress({ training }: { training: Training | null | undefined }) {
  const say = useWords(botWords.frame);
  const isStarted = training?.phase === 'RUNNING';
  const percent = isStarted ? Math.round(training.progress * 100) : 0;
  const words = isStarted ? say(`step_${training.step}`) : say('waiting');
  return (
    <div className={classes.training} role="status">
      <div className={classes.trainingWords}>
        <span>{words}</span>
        <span className="tabular">{say('percent', { percent })}</span>
      </div>
      <Progress value={isStarted ? Math.max(percent, 3) : 100} animated size="sm" aria-label={words} />
    </div>
  );
}
