import { ActionIcon, Menu, Text } from '@mantine/core';
import type { ChatView } from '@parley/contract';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatViewWords } from '../../../locales/chat-view.ts';
import { commonWords } from '../../../locales/common.ts';
import type { ChatSearch } from '../shared/chat.search.ts';
import { ariaKeys, keysOfAct } from '../shared/chat-acts.ts';
import { filterOf, searchOfView, useOrderViews, useRemoveView, useSaveView, viewsQuery } from '../shared/view.queries.ts';
import classes from './inbox-tabs.module.css';

const ViewForm = late(() => import('./view-form.tsx').then((module) => module.ViewForm));

export type InboxViewsHandle = { focus: () => void };
type Props = { search: ChatSearch; onChoose: (search: Partial<ChatSearch>) => void; ref: Ref<InboxViewsHandle> };

/** Saved views behind the tabs, and the menu that saves, renames, moves and deletes them. */
export function InboxViews({ search, onChoose, ref }: Props) {
  const say = useWords(chatViewWords.view);
  const { data: views = [] } = useQuery(viewsQuery);
  const [form, setForm] = useState<{ view: ChatView | undefined }>();
  // They stand here, since the menu goes before its act is answered.
  const acts = { save: useSaveView().mutate, order: useOrderViews().mutate, remove: useRemoveView().mutate };
  const box = useRef<HTMLElement>(null);
  const buttons = () => [...(box.current?.querySelectorAll<HTMLElement>(':scope > button') ?? [])];
  useImperativeHandle(ref, () => ({
    focus: () => (buttons().find((button) => button.ariaCurrent === 'page') ?? buttons()[0])?.focus(),
  }));
  const chosen = views.find(({ id }) => id === search.view);
  const filter = filterOf(search);
  const handleKey = (event: KeyboardEvent) => {
    const all = buttons();
    const place = all.indexOf(document.activeElement as HTMLElement);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || place === -1) return;
    all[Math.min(all.length - 1, Math.max(0, place + by))]?.focus();
    event.preventDefault();
  };
  return (
    <>
      <nav className={classes.tabs} aria-label={say('views')} onKeyDown={handleKey} ref={box}>
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            className={classes.tab}
            aria-current={view.id === search.view ? 'page' : undefined}
            onClick={() => onChoose(searchOfView(view))}
          >
            {view.name}
          </button>
        ))}
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="subtle" size={28} aria-label={say('menu')} aria-keyshortcuts={ariaKeys(keysOfAct('views'))}>
              <IconDots size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={filter === undefined} onClick={() => setForm({ view: undefined })}>
              {say('saveAs')}
            </Menu.Item>
            {chosen?.isChangeable ? (
              <ChosenItems
                view={chosen}
                views={views}
                search={search}
                acts={acts}
                onRename={() => setForm({ view: chosen })}
                onGone={() => onChoose({ view: undefined })}
              />
            ) : null}
          </Menu.Dropdown>
        </Menu>
      </nav>
      {chosen && chosen.goneLabel !== '' ? (
        <Text size="xs" c="dimmed" role="status">
          {say('gone', { name: chosen.goneLabel })}
        </Text>
      ) : null}
      {chosen?.isDepartmentGone ? (
        <Text size="xs" c="dimmed" role="status">
          {say('goneDepartment')}
        </Text>
      ) : null}
      {form && (form.view || filter) ? (
        <Suspense fallback={null}>
          <ViewForm
            view={form.view}
            filter={form.view?.filter ?? filter}
            onSaved={({ id }) => onChoose({ view: id })}
            onClose={() => setForm(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type ItemsProps = {
  view: ChatView;
  views: readonly ChatView[];
  search: ChatSearch;
  acts: {
    save: ReturnType<typeof useSaveView>['mutate'];
    order: ReturnType<typeof useOrderViews>['mutate'];
    remove: ReturnType<typeof useRemoveView>['mutate'];
  };
  onRename: () => void;
  onGone: () => void;
};

/** Acts on the view that is chosen, for those who may change it. */
function ChosenItems({ view, views, search, acts: { save, order, remove }, onRename, onGone }: ItemsProps) {
  const say = useWords(chatViewWords.view);
  const sayDone = useWords(commonWords.done);
  const { id, name, version, scope, deptId } = view;
  const filter = filterOf(search);
  const ids = views.filter((other) => other.scope === scope && other.deptId === deptId).map((other) => other.id);
  const place = ids.indexOf(id);
  const told = { onSuccess: () => showToast('success', sayDone('saved')), onError: tellFailure };
  const move = (by: 1 | -1) =>
    order({ scope, deptId, ids: ids.toSpliced(place, 1).toSpliced(place + by, 0, id) }, { onError: tellFailure });
  const handleRemove = async () => {
    if (!(await confirmDelete('delete', name))) return;
    remove(id, {
      onSuccess: () => {
        showToast('success', sayDone('deleted'));
        onGone();
      },
      onError: tellFailure,
    });
  };
  return (
    <>
      {filter ? (
        <Menu.Item onClick={() => save({ id, version, name, scope, deptId, filter }, told)}>{say('saveIn', { name })}</Menu.Item>
      ) : null}
      <Menu.Item onClick={onRename}>{say('rename', { name })}</Menu.Item>
      <Menu.Item disabled={place === 0} onClick={() => move(-1)}>
        {say('moveUp', { name })}
      </Menu.Item>
      <Menu.Item disabled={place === ids.length - 1} onClick={() => move(1)}>
        {say('moveDown', { name })}
      </Menu.Item>
      <Menu.Item color="red" onClick={() => void handleRemove()}>
        {say('delete', { name })}
      </Menu.Item>
    </>
  );
}
