import { Button, Skeleton, Stack, Tabs } from '@mantine/core';
import { defaultChatConfig } from '@parley/contract';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatSettingsWords } from '../../../locales/chat-settings.ts';
import { departmentsQuery } from '../../account/shared/departments.ts';
import { useMe } from '../../account/shared/me.ts';
import { LabelPanel } from './labels/label-panel.tsx';
import { QuickReplyPanel } from './quick-replies/quick-reply-panel.tsx';
import { ScopeList } from './scope-list.tsx';
import { SectionForm, type SectionFormProps } from './section-form.tsx';
import classes from './settings.module.css';
import { settingsQuery } from './settings.queries.ts';
import { SettingsSearch, type SettingsTab, settingsTabs } from './settings.search.ts';

const AssistCounts = late(() => import('./assist/assist-counts.tsx').then((module) => module.AssistCounts));
const PolicyPanel = late(() => import('./policies/policy-panel.tsx').then((module) => module.PolicyPanel));
const PreviewDialog = late(() => import('./preview/preview-dialog.tsx').then((module) => module.PreviewDialog));
const StatusPanel = late(() => import('./statuses/status-panel.tsx').then((module) => module.StatusPanel));
const SkillPanel = late(() => import('./skills/skill-panel.tsx').then((module) => module.SkillPanel));
const FieldPanel = late(() => import('./fields/field-panel.tsx').then((module) => module.FieldPanel));
const RulePanel = late(() => import('./rules/rule-panel.tsx').then((module) => module.RulePanel));
const ScopedMacros = late(() => import('./macros/scoped-macros.tsx').then((module) => module.ScopedMacros));

/** Settings of chats: the enterprise's, and those of departments that want some otherwise (screens 2.2). */
export function SettingsPage() {
  const say = useWords(chatSettingsWords.page);
  const saySection = useWords(chatSettingsWords.section);
  const { search, change } = useAddressState(SettingsSearch);
  const { reachesAll, scopes } = useScopes();
  const isReadOnly = search.dept === '' && !reachesAll;
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={() => change({ preview: true })}>
            {say('preview')}
          </Button>
        }
      />
      <div className={classes.layout}>
        <ScopeList scopes={scopes} chosen={search.dept} onChoose={(dept) => change({ dept, search: '', from: 0 })} />
        <Tabs value={search.section} onChange={(section) => change({ section: section as SettingsTab })} keepMounted={false}>
          <Tabs.List aria-label={say('sections')}>
            {settingsTabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {saySection(tab)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {settingsTabs.map((tab) => (
            <Tabs.Panel key={tab} value={tab} pt="md">
              <Suspense fallback={<Skeleton height={320} radius="md" />}>
                <TabPanel
                  // Each scope and section is a form of its own.
                  key={`${search.dept} ${tab}`}
                  tab={tab}
                  deptId={search.dept}
                  departmentName={scopes.find(({ id }) => id === search.dept)?.name ?? ''}
                  isReadOnly={isReadOnly}
                  reachesAll={reachesAll}
                />
              </Suspense>
            </Tabs.Panel>
          ))}
        </Tabs>
      </div>
      {search.preview ? (
        <Suspense fallback={null}>
          <PreviewDialog search={search} scopes={scopes} onChange={change} onClose={() => change({ preview: false })} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The departments whose settings the user finds. @property reachesAll the enterprise's are the user's to change */
function useScopes() {
  const me = useMe();
  const { data = [] } = useQuery(departmentsQuery);
  const reachesAll = me?.dataScope === 'enterprise';
  return { reachesAll, scopes: data.filter(({ id }) => reachesAll || (me?.dataScope === 'department' && me.deptIds.includes(id))) };
}

type PanelProps = Omit<SectionProps, 'section'> & { tab: SettingsTab; reachesAll: boolean };

function TabPanel({ tab, departmentName, reachesAll, ...scope }: PanelProps) {
  const { search, change } = useAddressState(SettingsSearch);
  switch (tab) {
    case 'policies':
      return <PolicyPanel {...scope} />;
    // Statuses and skills are of the whole enterprise.
    case 'statuses':
      return <StatusPanel isReadOnly={!reachesAll} />;
    case 'skills':
      return <SkillPanel isReadOnly={!reachesAll} />;
    case 'labels':
      return <LabelPanel {...scope} />;
    case 'fields':
      return <FieldPanel {...scope} />;
    case 'quickReplies':
      return <QuickReplyPanel {...scope} departmentName={departmentName} search={search.search} from={search.from} onChange={change} />;
    case 'macros':
      return <ScopedMacros {...scope} />;
    case 'rules':
      return <RulePanel {...scope} />;
    case 'assist':
      return (
        <Stack gap="md">
          <Section {...scope} departmentName={departmentName} section={tab} />
          <AssistCounts deptId={scope.deptId} days={search.days} open={search.use} onChange={change} />
        </Stack>
      );
    default:
      return <Section {...scope} departmentName={departmentName} section={tab} />;
  }
}

type SectionProps = Pick<SectionFormProps, 'deptId' | 'departmentName' | 'section' | 'isReadOnly'>;

function Section({ deptId, section, ...rest }: SectionProps) {
  const own = useQuery(settingsQuery(deptId));
  const enterprise = useQuery(settingsQuery(''));
  const failed = [own, enterprise].find(({ data, error }) => error && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!own.data || !enterprise.data) return <Skeleton height={320} radius="md" />;
  const inherited = deptId === '' ? defaultChatConfig : enterprise.data.chat;
  return <SectionForm {...rest} deptId={deptId} section={section} settings={own.data} inherited={inherited} />;
}
