import type { NodeType } from '@parley/journey';
import {
  IconAdjustmentsAlt,
  IconArrowBigRightLines,
  IconArrowsSplit2,
  IconAt,
  IconBook2,
  IconBrandCodesandbox,
  IconBrowserShare,
  IconCalendar,
  IconCards,
  IconClock,
  IconCursorText,
  IconDatabase,
  IconFlag,
  IconFlag3,
  IconForms,
  IconHash,
  IconHeadset,
  IconHourglass,
  IconLayoutList,
  IconListCheck,
  IconMapPin,
  IconMapPinSearch,
  IconMessage,
  IconMicrophone,
  IconMoodSmile,
  IconNote,
  IconPaperclip,
  IconPhone,
  IconPhoto,
  IconRefresh,
  IconRobot,
  IconRouteAltLeft,
  IconSquareRoundedCheck,
  IconTag,
  IconTemplate,
  IconUserEdit,
} from '@tabler/icons-react';

export const nodeGroups = ['message', 'input', 'logic', 'data', 'talk', 'mark'] as const;
export type NodeGroup = (typeof nodeGroups)[number];
export const groupOf = (type: NodeType): NodeGroup => type.slice(0, type.indexOf('.')) as NodeGroup;

/** A type's name as a key of words: message.text → messageText. */
type Joined<T extends string> = T extends `${infer A}.${infer B}` ? `${A}${Capitalize<B>}` : T;
export type NodeKey = Joined<NodeType>;
export const keyOfType = (type: NodeType): NodeKey => type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()) as NodeKey;

export const groupColors: Record<NodeGroup, string> = {
  message: 'blue',
  input: 'orange',
  logic: 'grape',
  data: 'teal',
  talk: 'green',
  mark: 'gray',
};

export const nodeIcons: Record<NodeType, typeof IconMessage> = {
  'message.text': IconMessage,
  'message.media': IconPhoto,
  'message.buttons': IconSquareRoundedCheck,
  'message.list': IconLayoutList,
  'message.template': IconTemplate,
  'message.card': IconCards,
  'message.location': IconMapPin,
  'input.text': IconCursorText,
  'input.number': IconHash,
  'input.date': IconCalendar,
  'input.phone': IconPhone,
  'input.email': IconAt,
  'input.choice': IconListCheck,
  'input.media': IconPaperclip,
  'input.location': IconMapPinSearch,
  'input.form': IconForms,
  'logic.condition': IconArrowsSplit2,
  'logic.switch': IconRouteAltLeft,
  'logic.split': IconAdjustmentsAlt,
  'logic.wait': IconHourglass,
  'logic.open': IconClock,
  'logic.loop': IconRefresh,
  'logic.goto': IconArrowBigRightLines,
  'logic.stream': IconBrandCodesandbox,
  'data.set': IconDatabase,
  'data.customer': IconUserEdit,
  'data.sets': IconTag,
  'data.http': IconBrowserShare,
  'data.query': IconDatabase,
  'data.speech': IconMicrophone,
  'talk.skill': IconRobot,
  'talk.knowledge': IconBook2,
  'talk.department': IconHeadset,
  'talk.end': IconMoodSmile,
  'mark.milestone': IconFlag3,
  'mark.note': IconNote,
  'mark.end': IconFlag,
};

/** Every type, which the compiler asks an icon of; the list of the schemas would bring the schemas along. */
export const knownTypes = Object.keys(nodeIcons) as NodeType[];

/** Types that cannot be added: each follows once the engine can run it. */
const notOffered = new Set<NodeType>(['input.form', 'logic.open']);
export const offeredTypes: readonly NodeType[] = knownTypes.filter((type) => !notOffered.has(type));
