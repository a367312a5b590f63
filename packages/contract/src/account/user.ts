import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Email, formBoolean, formList, formNumber, Id, jsonText, Page, requiredText, TimeZone, text } from '../fields.ts';
import { z } from '../z.ts';
import { NewPassword, passwordTexts } from './account.ts';
import { leaves, leavesNothing } from './audit-marks.ts';
import { dataScopes } from './role.ts';

export const userStates = { active: 1, deactivated: 2 } as const;

/** Languages that the screens are written in. */
export const uiLanguages = ['en', 'hi', 'es', 'ar'] as const;
export type UiLanguage = (typeof uiLanguages)[number];
/** Languages that an agent may answer in: those that messages of the product are written in (screens 2.2). */
export const agentLanguages = ['en', 'hi'] as const;
/** Users by the list's own measure: as many as a choice of active agents shows (ADMIN-101). */
export const usersPage = 100;
/** Departments of one user at the most. */
const departmentsMax = 100;

export const notificationSounds = ['Musical Reveal', 'Software Interface', 'Magic Marimba', 'Happy Bells', 'Clear Announce'] as const;

export const SoundSetting = z.object({
  type: z.enum(['new_chat', 'new_message']),
  sound: z.enum(notificationSounds),
  /** Number of times that the sound plays, 1 or more. */
  repeat: z.coerce.number().int().min(1).max(20),
  /** Percent; times 0.01 for the audio volume (NOTIF-039). */
  volume: z.coerce.number().int().min(0).max(100),
});
export const AudioSettings = z.object({ enable: formBoolean, sounds: z.array(SoundSetting).max(2) });
export type AudioSettings = z.infer<typeof AudioSettings>;

export const defaultAudioSettings: AudioSettings = {
  enable: true,
  sounds: [
    { type: 'new_chat', sound: 'Musical Reveal', repeat: 3, volume: 60 },
    { type: 'new_message', sound: 'Clear Announce', repeat: 1, volume: 40 },
  ],
};

/** users/me: the start-up profile (SHELL-052, RBAC-005). `permissions` already holds what flags add and lacks what they remove. */
export const Me = z
  .object({
    uId: Id,
    eId: Id,
    enterpriseName: z.string(),
    name: z.string(),
    userName: z.string(),
    emailId: z.string(),
    phone: z.string(),
    roles: z.array(z.number()),
    roleNames: z.array(z.string()),
    permissions: z.array(z.string()),
    /** Reach of the roles in data; `deptIds` are the user's own departments, which a reach of departments means. */
    dataScope: z.enum(dataScopes),
    deptIds: z.array(Id),
    enablePushNotification: z.boolean(),
    enableChatNotification: z.boolean(),
    audioSettings: AudioSettings,
    profilePic: z.string(),
    /** The user's own, for the hour of the daily summary; the enterprise's where none was chosen. */
    timeZone: z.string(),
    /** Time zone in which days begin, and times are shown and read. */
    enterpriseTimeZone: z.string(),
    /** Country whose custom of grouping digits applies: two letters; '' where the enterprise named none. */
    enterpriseCountry: z.string(),
    language: z.enum(uiLanguages),
    artifactsEnabled: z.boolean(),
    /** The enterprise requires a second factor by now. */
    twoFactAuthEnterpriseLevel: z.boolean(),
    /** The user has one; sessions of single sign-on need none. */
    twoFactorAuthUserLevel: z.boolean(),
    /** Time from which the enterprise requires a second factor, which the user has not yet. */
    twoFactorFrom: z.iso.datetime().nullable(),
    /** 'password' or, for a session that single sign-on made directly, 'sso': then Signout is hidden (SHELL-048). */
    sessionKind: z.enum(['password', 'sso']),
    /** An identity provider has vouched for the session, and may have one of its own to end. */
    hasProvider: z.boolean(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

/** Profile of the user, with the names of the own departments. */
export const Profile = Me.pick({ name: true, emailId: true, phone: true, profilePic: true, timeZone: true, language: true }).extend({
  departments: z.array(z.string()),
});
export type Profile = z.infer<typeof Profile>;

const ProfileChange = z.object({
  name: requiredText(120).optional(),
  phone: text(32).optional(),
  /** Id of an uploaded image, or empty for none. */
  profilePic: z.union([Id, z.literal('')]).optional(),
  timeZone: TimeZone.optional(),
  language: z.enum(uiLanguages).optional(),
});

/** `profile` may also arrive as JSON text in a form body. */
export const UserRow = z
  .object({
    uId: Id,
    name: z.string(),
    emailId: z.string(),
    roles: z.array(z.number()),
    state: z.number(),
    profilePic: z.string(),
    departments: z.array(z.object({ id: Id, name: z.string() })),
    agentStatus: z.number(),
    chat: z.object({
      enabled: z.boolean(),
      /** Null: as many as the enterprise's chat settings say. */
      maxChats: z.number().nullable(),
      languages: z.array(z.enum(agentLanguages)),
      priority: z.number(),
    }),
    /** Null: the reader does not manage users. */
    hasTwoFactor: z.boolean().nullable(),
    lastLoginAt: z.iso.datetime().nullable(),
    /** Rises with each save of roles and chat settings; an update sends the one it read. */
    version: z.number(),
  })
  .meta({ id: 'UserRow' });
export type UserRow = z.infer<typeof UserRow>;

/** The user's chat settings (ADMIN-013); what is left out stays. */
export const ChatSettings = z.object({
  enabled: formBoolean.optional(),
  maxChats: formNumber(1, 200).nullable().optional(),
  departments: z.array(Id).max(departmentsMax).optional(),
  languages: z.array(z.enum(agentLanguages)).max(agentLanguages.length).optional(),
  priority: formNumber(0, 100).optional(),
});
export type ChatSettings = z.infer<typeof ChatSettings>;

export const UserRoles = formList(z.coerce.number().int().min(1)).refine((roles) => roles.length > 0, faultTexts['user.no_role']);

/** The only type of device that there is: a browser's push subscription (SHELL-091). */
export const browserDevice = 4;

/** Kinds of work that a user leaves behind, for somebody to take (screens 9.1). */
export const workKinds = [
  'chats',
  'offers',
  'broadcasts',
  'campaigns',
  'approvals',
  'streams',
  'departments',
  'connections',
  'heirs',
  'invitations',
  'keys',
] as const;
export type WorkKind = (typeof workKinds)[number];
export const WorkLeft = z.object({
  kind: z.enum(workKinds),
  count: z.number(),
  /** The first of them. */
  first: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Somebody has to take it; otherwise it ends with the user. */
  isMoved: z.boolean(),
});
export type WorkLeft = z.infer<typeof WorkLeft>;

const tag = 'Users';
const UserParams = z.object({ userId: Id });

export const userEndpoints = {
  me: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/users/me',
    summary: "The signed-in user's start-up profile",
    tag,
    access: 'session',
    isForEnrolment: true,
    answer: Me,
  }),
  updateMe: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/users/update',
    summary: 'Change the own name or picture',
    audit: leaves('user', 'edit'),
    tag,
    access: 'session',
    changes: 'own',
    body: ProfileChange,
    answer: Profile,
  }),
  changePassword: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/change_password',
    summary: 'Change the own password; the other sessions end',
    audit: leaves('user', 'change_password'),
    tag,
    access: 'session',
    changes: 'own',
    perMinute: 20,
    body: z
      .object({
        oldPassword: z.string().min(1, passwordTexts.mandatory).max(2000),
        password: NewPassword,
        confirmPassword: z.string().min(1, passwordTexts.mandatory),
      })
      .refine((value) => value.password === value.confirmPassword, { message: passwordTexts.mismatch, path: ['confirmPassword'] }),
    answer: z.null(),
  }),
  profile: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/profile/',
    summary: 'The profile form',
    tag,
    access: 'session',
    answer: Profile,
  }),
  saveProfile: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/profile/',
    summary: 'Save the profile form',
    audit: leaves('user', 'edit'),
    tag,
    access: 'session',
    changes: 'own',
    body: z.object({ profile: z.preprocess(jsonText, ProfileChange) }),
    answer: Profile,
  }),
  saveAudio: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/profile/audio',
    summary: 'Chat notifications and their sounds',
    audit: leavesNothing("the sounds of one's own console"),
    tag,
    access: 'session',
    changes: 'own',
    body: z.object({ enableChatNotification: formBoolean, audioSettings: AudioSettings }),
    answer: z.object({ enableChatNotification: z.boolean(), audioSettings: AudioSettings }),
  }),
  registerDevice: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/device',
    summary: 'Register a push token: what a browser has subscribed with, as JSON (device type 4)',
    audit: leavesNothing("a browser of one's own"),
    tag,
    access: 'session',
    changes: 'own',
    body: z.object({ token: requiredText(4096), deviceType: formNumber(browserDevice, browserDevice).default(browserDevice) }),
    answer: z.null(),
  }),
  listUsers: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/users',
    summary: 'Users of the enterprise',
    tag,
    access: ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD', 'ROLES.VIEW', 'ROLES.EDIT', 'CHAT.HANDLE'],
    query: Page.extend({
      perPage: formNumber(-1, 200).default(usersPage),
      /** Search text for names and e-mail addresses. */
      name: text(120).default(''),
      state: z.coerce.number().int().min(1).max(2).default(1),
      role: z.union([z.literal(''), z.coerce.number().int().min(1)]).default(''),
      deptId: z.union([z.literal(''), Id]).default(''),
    }),
    answer: z.object({ users: z.array(UserRow), more: z.boolean() }),
    wrap: 'response',
  }),
  getUser: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/users/:userId',
    summary: 'One user',
    tag,
    access: ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'],
    params: UserParams,
    answer: UserRow,
  }),
  createUser: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/users',
    summary: 'Add a user with a password; where the user mode is invite, users are invited instead',
    audit: leaves('user', 'create'),
    tag,
    access: ['USERS.ADD'],
    perMinute: 30,
    body: z.object({ name: requiredText(120), emailId: Email, password: NewPassword, roles: UserRoles }),
    answer: UserRow,
  }),
  updateRoles: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/users/:userId/update_roles',
    summary: "Change a user's roles and chat settings",
    audit: leaves('user', 'give_roles'),
    tag,
    access: ['USERS.EDIT'],
    params: UserParams,
    body: z.object({
      roles: UserRoles,
      chat: z.preprocess(jsonText, ChatSettings).optional(),
      /** The one that was read; without it the save overwrites what somebody else has saved since. */
      version: z.coerce.number().int().optional(),
    }),
    answer: UserRow,
  }),
  resetPassword: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/users/:userId/reset_password',
    summary: "Set a user's password, proved by the own one; the user's sessions end",
    audit: leaves('user', 'reset_password'),
    tag,
    access: ['USERS.EDIT'],
    perMinute: 20,
    params: UserParams,
    body: z.object({ adminPassword: z.string().min(1, passwordTexts.mandatory).max(2000), password: NewPassword }),
    answer: z.null(),
  }),
  deactivate: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/users/:userId',
    summary: 'Deactivate a user, whose work moves to others; with isValidate it is only said what there is',
    audit: leaves('user', 'deactivate'),
    tag,
    access: ['USERS.EDIT'],
    params: UserParams,
    query: z.object({
      isValidate: formBoolean.default(false),
      /** Users who take the work of each kind, as JSON. */
      moveTo: z
        .preprocess(jsonText, z.partialRecord(z.enum(workKinds), Id))
        .default({})
        .meta({ examples: ['{}'] }),
    }),
    answer: z.object({ openChats: z.number(), work: z.array(WorkLeft) }),
  }),
  activate: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/users/:userId/activate',
    summary: 'Activate a deactivated user, with the roles of before',
    audit: leaves('user', 'activate'),
    tag,
    access: ['USERS.EDIT'],
    params: UserParams,
    answer: UserRow,
  }),
};
