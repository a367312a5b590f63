import { Tabs } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { DataTab } from './data-tab.tsx';
import { ResultTab } from './result-tab.tsx';
import { TestsTab } from './tests-tab.tsx';
import { TrainingSearch, trainingTabs } from './training.search.ts';
import { VersionsTab } from './versions-tab.tsx';

/** Training of a bot: its findings, its tests, its data and the resulting versions. */
export function TrainingPage() {
  const say = useWords(botWords.training);
  const { botId = '' } = useParams({ strict: false });
  const { tab, version } = TrainingSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (search: Partial<TrainingSearch>) =>
    void navigate({ to: '.', search: { tab: 'result', version: '', ...search } as never });

  return (
    <Tabs value={tab} onChange={(next) => change({ tab: next as TrainingSearch['tab'] })} keepMounted={false}>
      <Tabs.List aria-label={say('tabs')}>
        {trainingTabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {say(`tab_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="result">
        <ResultTab botId={botId} versionId={version} onVersion={(next) => change({ version: next })} />
      </Tabs.Panel>
      <Tabs.Panel value="tests">
        <TestsTab botId={botId} />
      </Tabs.Panel>
      <Tabs.Panel value="data">
        <DataTab botId={botId} />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <VersionsTab botId={botId} onOpen={(versionId) => change({ version: versionId })} />
      </Tabs.Panel>
    </Tabs>
  );
}
