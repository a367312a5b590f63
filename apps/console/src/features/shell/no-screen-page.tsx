import { findScreen, type Screen, screens } from '@parley/contract';
import { IconHourglass } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { WelcomePage } from './welcome-page.tsx';

const comingScreens = Object.values<Screen>(screens).filter(({ isComing }) => isComing);

/** An address of the console without a screen: it welcomes, or says that its screen is still to come. */
export function NoScreenPage() {
  const say = useWords(shellWords.frame);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (!findScreen(pathname, comingScreens)) return <WelcomePage />;
  return <EmptyState order={2} icon={IconHourglass} title={say('comingTitle')} text={say('comingText')} />;
}
