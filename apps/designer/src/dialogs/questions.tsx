import { useWords } from '@parley/ui/words';
import { join } from '../editor/edits.ts';
import { nodeOf } from '../editor/index-of.ts';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { nameOf } from '../nodes/summary.ts';
import { AddDialog, ConnectDialog, KeysDialog } from '../parts.ts';
import type { NodeActs } from '../stage/use-node-acts.ts';
import type { Questions as Asked } from '../stage/use-questions.ts';
import { designerWords } from '../words.ts';

type QuestionsProps = { asked: Asked; acts: NodeActs; announce: (words: string) => void };

/** The dialogs of `useQuestions`, one at a time. */
export function Questions({ asked, acts, announce }: QuestionsProps) {
  const say = useWords(designerWords.designer);
  const editor = useEditor();
  const document = useEditorState((state) => state.document);
  const { wish, connecting, hasKeys, closeAdd, closeConnect, closeKeys } = asked;
  const connectingNode = connecting === null ? undefined : nodeOf(document, connecting);
  return (
    <>
      <AddDialog
        isOpen={wish !== null}
        onClose={closeAdd}
        onAdd={(type) => {
          acts.add(type, wish ?? {});
          closeAdd();
        }}
      />
      {connectingNode && (
        <ConnectDialog
          key={connectingNode.id}
          document={document}
          node={connectingNode}
          onClose={closeConnect}
          onConnect={(exit, to) => {
            editor.change([join(connectingNode.id, exit, to)]);
            announce(say('connected', { from: nameOf(document, connectingNode.id), to: nameOf(document, to) }));
            closeConnect();
          }}
          onCut={(exit) => {
            editor.change([{ kind: 'removeEdge', from: connectingNode.id, exit }]);
            closeConnect();
          }}
        />
      )}
      <KeysDialog isOpen={hasKeys} onClose={closeKeys} />
    </>
  );
}
