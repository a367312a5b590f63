// Written by `npm run calls` out of the contract.
export const calls = {
  "account": {
    "captcha": {
      "method": "GET",
      "path": "/account/captcha/generate",
      "answer": "data"
    },
    "login": {
      "method": "POST",
      "path": "/account/enterprise/login/twoFactorAuth",
      "answer": "data"
    },
    "logout": {
      "method": "GET",
      "path": "/account/logout",
      "answer": "file"
    },
    "isEmailUnique": {
      "method": "GET",
      "path": "/account/enterprise/isEmailUnique",
      "answer": "data"
    },
    "signup": {
      "method": "POST",
      "path": "/account/enterprise/signup",
      "answer": "data"
    },
    "resendActivation": {
      "method": "PUT",
      "path": "/account/enterprise/resend",
      "answer": "data"
    },
    "activate": {
      "method": "POST",
      "path": "/account/enterprise/activate",
      "answer": "data"
    },
    "recover": {
      "method": "POST",
      "path": "/account/enterprise/recover",
      "answer": "data"
    },
    "changePasswordByLink": {
      "method": "POST",
      "path": "/account/enterprise/changepassword",
      "answer": "data"
    },
    "resetPassword": {
      "method": "PUT",
      "path": "/account/enterprise/resetPassword",
      "answer": "data"
    },
    "listSessions": {
      "method": "GET",
      "path": "/e/enterprise/sessions",
      "answer": "data"
    },
    "endSession": {
      "method": "DELETE",
      "path": "/e/enterprise/sessions/:sessionId",
      "answer": "data"
    }
  },
  "users": {
    "me": {
      "method": "GET",
      "path": "/e/enterprise/users/me",
      "answer": "data"
    },
    "updateMe": {
      "method": "PUT",
      "path": "/e/enterprise/users/update",
      "answer": "data"
    },
    "changePassword": {
      "method": "PUT",
      "path": "/e/enterprise/change_password",
      "answer": "data"
    },
    "profile": {
      "method": "GET",
      "path": "/e/enterprise/profile/",
      "answer": "data"
    },
    "saveProfile": {
      "method": "PUT",
      "path": "/e/enterprise/profile/",
      "answer": "data"
    },
    "saveAudio": {
      "method": "PUT",
      "path": "/e/enterprise/profile/audio",
      "answer": "data"
    },
    "registerDevice": {
      "method": "POST",
      "path": "/e/enterprise/device",
      "answer": "data"
    },
    "listUsers": {
      "method": "GET",
      "path": "/e/enterprise/users",
      "answer": "response"
    },
    "getUser": {
      "method": "GET",
      "path": "/e/enterprise/users/:userId",
      "answer": "data"
    },
    "createUser": {
      "method": "POST",
      "path": "/e/enterprise/users",
      "answer": "data"
    },
    "updateRoles": {
      "method": "PUT",
      "path": "/e/enterprise/users/:userId/update_roles",
      "answer": "data"
    },
    "resetPassword": {
      "method": "PUT",
      "path": "/e/enterprise/users/:userId/reset_password",
      "answer": "data"
    },
    "deactivate": {
      "method": "DELETE",
      "path": "/e/enterprise/users/:userId",
      "answer": "data"
    },
    "activate": {
      "method": "POST",
      "path": "/e/enterprise/users/:userId/activate",
      "answer": "data"
    }
  },
  "invitations": {
    "invite": {
      "method": "POST",
      "path": "/e/enterprise/invitations",
      "answer": "data"
    },
    "list": {
      "method": "GET",
      "path": "/e/enterprise/invitations",
      "answer": "response"
    },
    "resend": {
      "method": "POST",
      "path": "/e/enterprise/invitations/:invitationId/resend",
      "answer": "data"
    },
    "revoke": {
      "method": "DELETE",
      "path": "/e/enterprise/invitations/:invitationId",
      "answer": "data"
    },
    "read": {
      "method": "GET",
      "path": "/account/enterprise/users/:token",
      "answer": "data"
    },
    "accept": {
      "method": "POST",
      "path": "/account/enterprise/users/:token",
      "answer": "data"
    }
  },
  "departments": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/departments",
      "answer": "response"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/departments/:departmentId",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/e/enterprise/departments",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/e/enterprise/departments/:departmentId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/departments/:departmentId",
      "answer": "data"
    },
    "mappedUsers": {
      "method": "GET",
      "path": "/e/enterprise/departments/:departmentId/mapped_users",
      "answer": "response"
    },
    "addUsers": {
      "method": "PUT",
      "path": "/e/enterprise/departments/:departmentId/add_users",
      "answer": "data"
    },
    "removeUsers": {
      "method": "PUT",
      "path": "/e/enterprise/departments/:departmentId/remove_users",
      "answer": "data"
    }
  },
  "twoFactor": {
    "verifyCode": {
      "method": "POST",
      "path": "/account/enterprise/login/twoFactorAuth/verifyCode",
      "answer": "data"
    },
    "resendAuthMail": {
      "method": "POST",
      "path": "/account/enterprise/login/twoFactorAuth/resendAuthMail",
      "answer": "data"
    },
    "passkeyOptions": {
      "method": "POST",
      "path": "/account/enterprise/login/twoFactorAuth/passkey",
      "answer": "data"
    },
    "own": {
      "method": "GET",
      "path": "/e/enterprise/users/me/twoFactorAuth",
      "answer": "data"
    },
    "setOwn": {
      "method": "PUT",
      "path": "/e/enterprise/users/twoFactorAuth",
      "answer": "data"
    },
    "startApp": {
      "method": "PUT",
      "path": "/e/enterprise/users/twoFactorAuth/totp",
      "answer": "data"
    },
    "confirmApp": {
      "method": "POST",
      "path": "/e/enterprise/users/twoFactorAuth/totp",
      "answer": "data"
    },
    "startPasskey": {
      "method": "POST",
      "path": "/e/enterprise/users/twoFactorAuth/passkey/options",
      "answer": "data"
    },
    "addPasskey": {
      "method": "POST",
      "path": "/e/enterprise/users/twoFactorAuth/passkey",
      "answer": "data"
    },
    "renamePasskey": {
      "method": "PUT",
      "path": "/e/enterprise/users/twoFactorAuth/passkey/:factorId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/users/twoFactorAuth/:factorId",
      "answer": "data"
    },
    "showRecovery": {
      "method": "GET",
      "path": "/e/enterprise/twoFactorAuth/recovery",
      "answer": "file"
    },
    "renewRecovery": {
      "method": "POST",
      "path": "/e/enterprise/twoFactorAuth/recovery",
      "answer": "data"
    },
    "recover": {
      "method": "PUT",
      "path": "/e/enterprise/twoFactorAuth/recovery",
      "answer": "data"
    },
    "policy": {
      "method": "GET",
      "path": "/e/enterprise/twoFactorAuth",
      "answer": "data"
    },
    "require": {
      "method": "PUT",
      "path": "/e/enterprise/twoFactorAuth",
      "answer": "data"
    },
    "listUsers": {
      "method": "GET",
      "path": "/e/enterprise/users/twoFactorAuth",
      "answer": "response"
    },
    "startProof": {
      "method": "POST",
      "path": "/e/enterprise/prove/challenge",
      "answer": "data"
    },
    "prove": {
      "method": "POST",
      "path": "/e/enterprise/prove",
      "answer": "data"
    }
  },
  "sso": {
    "validate": {
      "method": "POST",
      "path": "/account/enterprise/oauth_validate",
      "answer": "data"
    },
    "callback": {
      "method": "POST",
      "path": "/account/enterprise/oauth_callback",
      "answer": "data"
    },
    "redirectCallback": {
      "method": "POST",
      "path": "/account/enterprise/sso_redirect_callback",
      "answer": "data"
    },
    "assertion": {
      "method": "POST",
      "path": "/account/enterprise/saml/:connectionId/acs",
      "answer": "file"
    },
    "singleLogout": {
      "method": "GET",
      "path": "/account/enterprise/saml/:connectionId/logout",
      "answer": "file"
    },
    "postedLogout": {
      "method": "POST",
      "path": "/account/enterprise/saml/:connectionId/logout",
      "answer": "file"
    },
    "metadata": {
      "method": "GET",
      "path": "/account/enterprise/saml/:connectionId/metadata",
      "answer": "file"
    },
    "backChannelLogout": {
      "method": "POST",
      "path": "/account/enterprise/sso/:connectionId/logout",
      "answer": "data"
    },
    "logoutAddress": {
      "method": "GET",
      "path": "/e/enterprise/sso/logout",
      "answer": "data"
    },
    "list": {
      "method": "GET",
      "path": "/e/enterprise/sso/connections",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/e/enterprise/sso/connections",
      "answer": "data"
    },
    "save": {
      "method": "PUT",
      "path": "/e/enterprise/sso/connections/:connectionId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/sso/connections/:connectionId",
      "answer": "data"
    },
    "test": {
      "method": "POST",
      "path": "/e/enterprise/sso/connections/:connectionId/test",
      "answer": "data"
    },
    "setState": {
      "method": "PUT",
      "path": "/e/enterprise/sso/connections/:connectionId/state",
      "answer": "data"
    },
    "enforce": {
      "method": "PUT",
      "path": "/e/enterprise/sso/connections/:connectionId/enforce",
      "answer": "data"
    },
    "readMetadata": {
      "method": "POST",
      "path": "/e/enterprise/sso/metadata",
      "answer": "data"
    },
    "makeKey": {
      "method": "POST",
      "path": "/e/enterprise/sso/connections/:connectionId/scim_key",
      "answer": "data"
    },
    "removeKey": {
      "method": "DELETE",
      "path": "/e/enterprise/sso/connections/:connectionId/scim_key",
      "answer": "data"
    },
    "addDomain": {
      "method": "POST",
      "path": "/e/enterprise/sso/connections/:connectionId/domains",
      "answer": "data"
    },
    "checkDomain": {
      "method": "PUT",
      "path": "/e/enterprise/sso/connections/:connectionId/domains",
      "answer": "data"
    },
    "removeDomain": {
      "method": "DELETE",
      "path": "/e/enterprise/sso/connections/:connectionId/domains",
      "answer": "data"
    }
  },
  "enterprise": {
    "general": {
      "method": "GET",
      "path": "/e/enterprise/configuration/general",
      "answer": "data"
    },
    "saveGeneral": {
      "method": "POST",
      "path": "/e/enterprise/configuration/general",
      "answer": "data"
    },
    "uploadLogo": {
      "method": "POST",
      "path": "/e/enterprise/configuration/logo",
      "answer": "response"
    },
    "security": {
      "method": "GET",
      "path": "/e/enterprise/configuration/security",
      "answer": "data"
    },
    "saveSecurity": {
      "method": "POST",
      "path": "/e/enterprise/configuration/security",
      "answer": "data"
    },
    "timeZones": {
      "method": "GET",
      "path": "/e/enterprise/timezones",
      "answer": "data"
    },
    "countries": {
      "method": "GET",
      "path": "/e/enterprise/country_codes",
      "answer": "data"
    }
  },
  "roles": {
    "configuration": {
      "method": "GET",
      "path": "/e/enterprise/roles/permissions",
      "answer": "data"
    },
    "saveRole": {
      "method": "PUT",
      "path": "/e/enterprise/roles/permissions",
      "answer": "data"
    },
    "previewRole": {
      "method": "POST",
      "path": "/e/enterprise/roles/permissions/preview",
      "answer": "data"
    },
    "deleteRole": {
      "method": "DELETE",
      "path": "/e/enterprise/roles/permissions/:code",
      "answer": "data"
    },
    "why": {
      "method": "GET",
      "path": "/e/enterprise/roles/permissions/why",
      "answer": "data"
    }
  },
  "branding": {
    "appConfig": {
      "method": "GET",
      "path": "/assets/app-config.json",
      "answer": "file"
    },
    "whiteLabel": {
      "method": "GET",
      "path": "/assets/WhiteLabel/:host/:file",
      "answer": "file"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/branding",
      "answer": "data"
    },
    "saveDraft": {
      "method": "PUT",
      "path": "/e/enterprise/branding",
      "answer": "data"
    },
    "publish": {
      "method": "POST",
      "path": "/e/enterprise/branding/publish",
      "answer": "data"
    },
    "restore": {
      "method": "POST",
      "path": "/e/enterprise/branding/restore/:versionId",
      "answer": "data"
    },
    "restoreDefault": {
      "method": "POST",
      "path": "/e/enterprise/branding/restore_default",
      "answer": "data"
    }
  },
  "audit": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/audit_trail",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/audit_trail/entries/:entryId",
      "answer": "data"
    },
    "verification": {
      "method": "GET",
      "path": "/e/enterprise/audit_trail/verification",
      "answer": "data"
    },
    "verify": {
      "method": "POST",
      "path": "/e/enterprise/audit_trail/verify",
      "answer": "data"
    },
    "putBack": {
      "method": "POST",
      "path": "/e/enterprise/audit_trail/entries/:entryId/put_back",
      "answer": "data"
    },
    "settings": {
      "method": "GET",
      "path": "/e/enterprise/audit_trail/settings",
      "answer": "data"
    },
    "saveSettings": {
      "method": "PUT",
      "path": "/e/enterprise/audit_trail/settings",
      "answer": "data"
    },
    "export": {
      "method": "GET",
      "path": "/e/enterprise/audit_trail/export",
      "answer": "file"
    }
  },
  "apiKeys": {
    "getAll": {
      "method": "GET",
      "path": "/chatbird/api/apikey/getAll",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/apikey/get/:keyId",
      "answer": "data"
    },
    "add": {
      "method": "POST",
      "path": "/chatbird/api/apikey/add",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/apikey/delete/:keyId",
      "answer": "data"
    }
  },
  "bin": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/trash",
      "answer": "data"
    },
    "restore": {
      "method": "POST",
      "path": "/e/enterprise/trash/:entryId/restore",
      "answer": "data"
    },
    "purge": {
      "method": "DELETE",
      "path": "/e/enterprise/trash/:entryId",
      "answer": "data"
    }
  },
  "files": {
    "upload": {
      "method": "POST",
      "path": "/e/drive/upload",
      "answer": "response"
    },
    "downloadToken": {
      "method": "GET",
      "path": "/e/enterprise/download/getId",
      "answer": "data"
    },
    "download": {
      "method": "GET",
      "path": "/e/enterprise/files/:fileId",
      "answer": "file"
    }
  },
  "channels": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/channels",
      "answer": "response"
    },
    "create": {
      "method": "POST",
      "path": "/e/enterprise/channels",
      "answer": "response"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/channels/:channelId",
      "answer": "response"
    },
    "update": {
      "method": "PUT",
      "path": "/e/enterprise/channels/:channelId",
      "answer": "response"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/channels/:channelId",
      "answer": "response"
    },
    "details": {
      "method": "GET",
      "path": "/e/enterprise/channels/:channelId/details",
      "answer": "response"
    },
    "options": {
      "method": "GET",
      "path": "/e/enterprise/channels/options",
      "answer": "response"
    },
    "test": {
      "method": "POST",
      "path": "/e/enterprise/channels/test",
      "answer": "response"
    },
    "setState": {
      "method": "PUT",
      "path": "/e/enterprise/channels/:channelId/state",
      "answer": "response"
    },
    "rotateHook": {
      "method": "POST",
      "path": "/e/enterprise/channels/:channelId/rotate_callback",
      "answer": "response"
    },
    "finishRotation": {
      "method": "POST",
      "path": "/e/enterprise/channels/:channelId/finish_rotation",
      "answer": "response"
    }
  },
  "artifacts": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/artifacts",
      "answer": "response"
    },
    "create": {
      "method": "POST",
      "path": "/e/enterprise/artifacts",
      "answer": "response"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/artifacts/:artifactId",
      "answer": "response"
    },
    "update": {
      "method": "PUT",
      "path": "/e/enterprise/artifacts/:artifactId",
      "answer": "response"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/artifacts/:artifactId",
      "answer": "response"
    },
    "copy": {
      "method": "POST",
      "path": "/e/enterprise/artifacts/:artifactId/copy",
      "answer": "response"
    },
    "buckets": {
      "method": "GET",
      "path": "/e/enterprise/artifacts/buckets",
      "answer": "data"
    },
    "createBucket": {
      "method": "POST",
      "path": "/e/enterprise/artifacts/bucket",
      "answer": "data"
    },
    "getBucket": {
      "method": "GET",
      "path": "/e/enterprise/artifacts/bucket/:bucketId",
      "answer": "data"
    },
    "updateBucket": {
      "method": "PUT",
      "path": "/e/enterprise/artifacts/bucket/:bucketId",
      "answer": "data"
    },
    "removeBucket": {
      "method": "DELETE",
      "path": "/e/enterprise/artifacts/bucket/:bucketId",
      "answer": "data"
    },
    "move": {
      "method": "PUT",
      "path": "/e/enterprise/artifacts/bucket/:bucketId/move",
      "answer": "data"
    },
    "removeFromBucket": {
      "method": "DELETE",
      "path": "/e/enterprise/artifacts/bucket/removeArtifact/:artifactId",
      "answer": "data"
    }
  },
  "blacklist": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/blacklist/list",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/chatbird/api/blacklist/create",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/blacklist/get/:entryId",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/chatbird/api/blacklist/update/:entryId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/blacklist/delete/:entryId",
      "answer": "data"
    },
    "importNumbers": {
      "method": "POST",
      "path": "/chatbird/api/blacklist/import",
      "answer": "data"
    },
    "getSettings": {
      "method": "GET",
      "path": "/chatbird/api/blacklist/settings",
      "answer": "data"
    },
    "saveSettings": {
      "method": "PUT",
      "path": "/chatbird/api/blacklist/settings",
      "answer": "data"
    }
  },
  "reports": {
    "messageStatus": {
      "method": "GET",
      "path": "/chatbird/api/reports/messages/status",
      "answer": "data"
    },
    "messageSource": {
      "method": "GET",
      "path": "/chatbird/api/reports/messages/source",
      "answer": "data"
    },
    "message": {
      "method": "GET",
      "path": "/chatbird/api/reports/messages/detail/:messageId",
      "answer": "data"
    },
    "export": {
      "method": "GET",
      "path": "/chatbird/api/reports/messages/export",
      "answer": "file"
    }
  },
  "chats": {
    "summary": {
      "method": "GET",
      "path": "/e/enterprise/chat/summary",
      "answer": "data"
    },
    "history": {
      "method": "GET",
      "path": "/e/enterprise/chat/history",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/chat/:chatId",
      "answer": "data"
    },
    "transcripts": {
      "method": "GET",
      "path": "/e/enterprise/chat/:chatId/transcript",
      "answer": "data"
    },
    "transcribe": {
      "method": "POST",
      "path": "/e/enterprise/chat/:chatId/transcript",
      "answer": "data"
    },
    "meetings": {
      "method": "GET",
      "path": "/e/chat/video",
      "answer": "data"
    },
    "createRoom": {
      "method": "POST",
      "path": "/e/chat/video/room/create",
      "answer": "data"
    },
    "updateTag": {
      "method": "PUT",
      "path": "/e/enterprise/chat/:chatId/update_tag",
      "answer": "data"
    },
    "close": {
      "method": "POST",
      "path": "/e/enterprise/chat/:chatId/close",
      "answer": "data"
    },
    "suspend": {
      "method": "POST",
      "path": "/e/enterprise/chat/:chatId/suspend",
      "answer": "data"
    },
    "resume": {
      "method": "POST",
      "path": "/e/enterprise/chat/:chatId/resume",
      "answer": "data"
    },
    "pin": {
      "method": "POST",
      "path": "/e/enterprise/chat/:chatId/:pin",
      "answer": "data"
    },
    "counts": {
      "method": "GET",
      "path": "/e/enterprise/chat_count",
      "answer": "data"
    },
    "waiting": {
      "method": "GET",
      "path": "/e/enterprise/chat/notifications",
      "answer": "data"
    },
    "userDetails": {
      "method": "GET",
      "path": "/e/enterprise/chatUserDetails",
      "answer": "data"
    },
    "agentStatus": {
      "method": "GET",
      "path": "/e/enterprise/get_agent_status",
      "answer": "data"
    },
    "updateAgentStatus": {
      "method": "PUT",
      "path": "/e/enterprise/update_agent_status",
      "answer": "data"
    },
    "agents": {
      "method": "GET",
      "path": "/e/enterprise/agents",
      "answer": "response"
    },
    "chatConfig": {
      "method": "GET",
      "path": "/e/enterprise/chat_config",
      "answer": "data"
    },
    "configuration": {
      "method": "GET",
      "path": "/e/enterprise/configuration",
      "answer": "data"
    },
    "saveConfiguration": {
      "method": "POST",
      "path": "/e/enterprise/configuration",
      "answer": "data"
    },
    "sendTranscript": {
      "method": "POST",
      "path": "/chatbird/api/chat/sendtranscript",
      "answer": "data"
    }
  },
  "chatLabels": {
    "list": {
      "method": "GET",
      "path": "/e/chat/config/",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/e/chat/config/",
      "answer": "data"
    },
    "details": {
      "method": "GET",
      "path": "/e/chat/config/details",
      "answer": "data"
    },
    "saveOrder": {
      "method": "PUT",
      "path": "/e/chat/config/order",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/e/chat/config/:configId",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/e/chat/config/:configId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/chat/config/:configId",
      "answer": "data"
    }
  },
  "customers": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/customers",
      "answer": "response"
    },
    "details": {
      "method": "PUT",
      "path": "/e/enterprise/get_custom_customer_details",
      "answer": "data"
    },
    "updateProfile": {
      "method": "PUT",
      "path": "/e/enterprise/customer/profile",
      "answer": "data"
    }
  },
  "attributes": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/inputfield",
      "answer": "data"
    },
    "save": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/inputfield",
      "answer": "data"
    },
    "check": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/inputfield/check",
      "answer": "data"
    },
    "move": {
      "method": "PUT",
      "path": "/chatbird/api/customer_master/inputfield/move",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/inputfield/:attributeId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/customer_master/inputfield/:attributeId",
      "answer": "data"
    }
  },
  "phoneBook": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers",
      "answer": "data"
    },
    "save": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers",
      "answer": "data"
    },
    "upsert": {
      "method": "PUT",
      "path": "/chatbird/api/customer_master/customers/upsert",
      "answer": "data"
    },
    "lookup": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/lookup",
      "answer": "data"
    },
    "merge": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/merge",
      "answer": "data"
    },
    "count": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/count",
      "answer": "data"
    },
    "addToGroups": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/groups",
      "answer": "data"
    },
    "addLabels": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/tags",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/:customerId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/customer_master/customers/:customerId",
      "answer": "data"
    },
    "restore": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/:customerId/restore",
      "answer": "data"
    },
    "timeline": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/:customerId/timeline",
      "answer": "data"
    },
    "reach": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/:customerId/reach",
      "answer": "data"
    },
    "setConsent": {
      "method": "PUT",
      "path": "/chatbird/api/customer_master/customers/:customerId/consent",
      "answer": "data"
    },
    "listGroups": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/groups",
      "answer": "data"
    },
    "saveGroup": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/groups",
      "answer": "data"
    },
    "removeGroup": {
      "method": "DELETE",
      "path": "/chatbird/api/customer_master/groups/:setId",
      "answer": "data"
    },
    "listLabels": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/tags",
      "answer": "data"
    },
    "saveLabel": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/tags",
      "answer": "data"
    },
    "removeLabel": {
      "method": "DELETE",
      "path": "/chatbird/api/customer_master/tags/:setId",
      "answer": "data"
    },
    "listFilters": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/filters",
      "answer": "data"
    },
    "saveFilter": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/filters",
      "answer": "data"
    },
    "removeFilter": {
      "method": "DELETE",
      "path": "/chatbird/api/customer_master/filters/:filterId",
      "answer": "data"
    },
    "startBulk": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/bulk",
      "answer": "data"
    },
    "listBulk": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/bulk",
      "answer": "data"
    },
    "getBulk": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/bulk/:bulkId",
      "answer": "data"
    },
    "cancelBulk": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/bulk/:bulkId/cancel",
      "answer": "data"
    }
  },
  "privacy": {
    "holdings": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/:customerId/holdings",
      "answer": "data"
    },
    "copy": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/:customerId/copy",
      "answer": "data"
    },
    "copies": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/:customerId/copies",
      "answer": "data"
    },
    "erase": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/customers/:customerId/erase",
      "answer": "data"
    },
    "erasures": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/erasures",
      "answer": "data"
    },
    "certificate": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/erasures/:erasureId/certificate",
      "answer": "data"
    },
    "consentHistory": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/customers/:customerId/consents/history",
      "answer": "data"
    },
    "settings": {
      "method": "GET",
      "path": "/e/enterprise/configuration/privacy",
      "answer": "data"
    },
    "saveSettings": {
      "method": "POST",
      "path": "/e/enterprise/configuration/privacy",
      "answer": "data"
    },
    "count": {
      "method": "POST",
      "path": "/e/enterprise/configuration/privacy/count",
      "answer": "data"
    },
    "cancel": {
      "method": "POST",
      "path": "/e/enterprise/configuration/privacy/cancel",
      "answer": "data"
    }
  },
  "imports": {
    "uploadFile": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/uploads/file",
      "answer": "response"
    },
    "submit": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/uploads",
      "answer": "data"
    },
    "list": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/uploads",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/uploads/:uploadId",
      "answer": "data"
    },
    "errors": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/errors",
      "answer": "data"
    },
    "repair": {
      "method": "PUT",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/errors",
      "answer": "data"
    },
    "repairKind": {
      "method": "PUT",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/errors/kind",
      "answer": "data"
    },
    "downloadErrors": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/errors/csv",
      "answer": "file"
    },
    "cancel": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/cancel",
      "answer": "data"
    },
    "foreseeUndo": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/undo",
      "answer": "data"
    },
    "undo": {
      "method": "POST",
      "path": "/chatbird/api/customer_master/uploads/:uploadId/undo",
      "answer": "data"
    },
    "sample": {
      "method": "GET",
      "path": "/chatbird/api/customer_master/sample",
      "answer": "file"
    },
    "removeMapping": {
      "method": "DELETE",
      "path": "/chatbird/api/customer_master/mappings/:mappingId",
      "answer": "data"
    }
  },
  "broadcasts": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/broadcast/list",
      "answer": "data"
    },
    "send": {
      "method": "POST",
      "path": "/chatbird/api/broadcast/send",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/broadcast/get/:broadcastId",
      "answer": "data"
    },
    "messages": {
      "method": "GET",
      "path": "/chatbird/api/broadcast/messages/:broadcastId",
      "answer": "data"
    },
    "message": {
      "method": "GET",
      "path": "/chatbird/api/broadcast/message/:messageId",
      "answer": "data"
    },
    "validate": {
      "method": "POST",
      "path": "/chatbird/api/broadcast/validate",
      "answer": "data"
    },
    "columns": {
      "method": "GET",
      "path": "/chatbird/api/broadcast/columns",
      "answer": "data"
    },
    "expressionVariables": {
      "method": "POST",
      "path": "/chatbird/api/broadcast/expressionVariables",
      "answer": "data"
    },
    "cancel": {
      "method": "POST",
      "path": "/chatbird/api/broadcast/cancel/:broadcastId",
      "answer": "data"
    },
    "retry": {
      "method": "POST",
      "path": "/chatbird/api/broadcast/retry/:broadcastId",
      "answer": "data"
    },
    "export": {
      "method": "GET",
      "path": "/chatbird/api/broadcast/export/:broadcastId",
      "answer": "file"
    },
    "validateMedia": {
      "method": "GET",
      "path": "/e/enterprise/media/validate",
      "answer": "data"
    }
  },
  "audiences": {
    "count": {
      "method": "POST",
      "path": "/chatbird/api/campaign/audience",
      "answer": "data"
    },
    "people": {
      "method": "POST",
      "path": "/chatbird/api/campaign/audience/people",
      "answer": "data"
    },
    "addFile": {
      "method": "POST",
      "path": "/chatbird/api/campaign/audience/file",
      "answer": "data"
    },
    "getFile": {
      "method": "GET",
      "path": "/chatbird/api/campaign/audience/file/:fileId",
      "answer": "data"
    },
    "badRows": {
      "method": "GET",
      "path": "/chatbird/api/campaign/audience/file/:fileId/bad",
      "answer": "file"
    }
  },
  "billing": {
    "call": {
      "method": "POST",
      "path": "/e/enterprise/billing",
      "answer": "data"
    },
    "consumption": {
      "method": "GET",
      "path": "/e/enterprise/billing/consumption",
      "answer": "data"
    },
    "movements": {
      "method": "GET",
      "path": "/e/enterprise/billing/movements",
      "answer": "data"
    },
    "exportMovements": {
      "method": "GET",
      "path": "/e/enterprise/billing/movements/export",
      "answer": "file"
    },
    "rates": {
      "method": "GET",
      "path": "/e/enterprise/billing/rates",
      "answer": "data"
    },
    "recharges": {
      "method": "GET",
      "path": "/e/enterprise/billing/recharge",
      "answer": "data"
    },
    "recharge": {
      "method": "POST",
      "path": "/e/enterprise/billing/recharge",
      "answer": "data"
    },
    "alerts": {
      "method": "GET",
      "path": "/e/enterprise/billing/alerts",
      "answer": "data"
    },
    "saveAlerts": {
      "method": "POST",
      "path": "/e/enterprise/billing/alerts",
      "answer": "data"
    },
    "invoices": {
      "method": "GET",
      "path": "/e/enterprise/billing/invoices",
      "answer": "data"
    },
    "invoicePdf": {
      "method": "GET",
      "path": "/e/enterprise/billing/invoices/:invoiceId/pdf",
      "answer": "file"
    }
  },
  "operator": {
    "listAccounts": {
      "method": "GET",
      "path": "/operator/billing/enterprises",
      "answer": "data"
    },
    "getAccount": {
      "method": "GET",
      "path": "/operator/billing/enterprises/:enterpriseId",
      "answer": "data"
    },
    "saveAccount": {
      "method": "PUT",
      "path": "/operator/billing/enterprises/:enterpriseId",
      "answer": "data"
    },
    "addRates": {
      "method": "POST",
      "path": "/operator/billing/enterprises/:enterpriseId/rates",
      "answer": "data"
    },
    "correct": {
      "method": "POST",
      "path": "/operator/billing/enterprises/:enterpriseId/corrections",
      "answer": "data"
    },
    "creditNote": {
      "method": "POST",
      "path": "/operator/billing/enterprises/:enterpriseId/invoices/:invoiceId/credit",
      "answer": "data"
    }
  },
  "campaigns": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/campaign/list",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/campaign/get/:campaignId",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/chatbird/api/campaign/create",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/chatbird/api/campaign/update/:campaignId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/campaign/delete/:campaignId",
      "answer": "data"
    },
    "stats": {
      "method": "GET",
      "path": "/chatbird/api/campaign/stats/:campaignId",
      "answer": "data"
    },
    "responses": {
      "method": "GET",
      "path": "/chatbird/api/campaign/responses/:campaignId",
      "answer": "data"
    },
    "responsesCsv": {
      "method": "GET",
      "path": "/chatbird/api/campaign/responses/:campaignId/csv",
      "answer": "file"
    },
    "variables": {
      "method": "GET",
      "path": "/chatbird/api/campaign/variables/:campaignId",
      "answer": "data"
    },
    "fallbackStats": {
      "method": "GET",
      "path": "/chatbird/api/campaign/fallbackStats/:campaignId",
      "answer": "data"
    },
    "estimatecost": {
      "method": "POST",
      "path": "/chatbird/api/campaign/estimatecost",
      "answer": "data"
    },
    "validate": {
      "method": "POST",
      "path": "/chatbird/api/campaign/validate",
      "answer": "data"
    },
    "report": {
      "method": "GET",
      "path": "/chatbird/api/campaign/report/:campaignId",
      "answer": "data"
    },
    "accessType": {
      "method": "PUT",
      "path": "/chatbird/api/campaign/accessType/:campaignId",
      "answer": "data"
    },
    "externalStats": {
      "method": "GET",
      "path": "/chatbird/api/campaign/externalStats",
      "answer": "data"
    },
    "externalCsv": {
      "method": "GET",
      "path": "/chatbird/api/campaign/externalCsv",
      "answer": "file"
    },
    "clone": {
      "method": "POST",
      "path": "/chatbird/api/campaign/clone/:campaignId",
      "answer": "data"
    },
    "export": {
      "method": "GET",
      "path": "/chatbird/api/campaign/export/:campaignId",
      "answer": "data"
    },
    "import": {
      "method": "POST",
      "path": "/chatbird/api/campaign/import",
      "answer": "data"
    }
  },
  "activities": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/activity/list",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/activity/get/:activityId",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/chatbird/api/activity/create",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/chatbird/api/activity/update/:activityId",
      "answer": "data"
    },
    "start": {
      "method": "POST",
      "path": "/chatbird/api/activity/start/:activityId",
      "answer": "data"
    },
    "approve": {
      "method": "POST",
      "path": "/chatbird/api/activity/approve/:activityId",
      "answer": "data"
    },
    "reject": {
      "method": "POST",
      "path": "/chatbird/api/activity/reject/:activityId",
      "answer": "data"
    },
    "clone": {
      "method": "POST",
      "path": "/chatbird/api/activity/clone/:activityId",
      "answer": "data"
    },
    "estimate": {
      "method": "POST",
      "path": "/chatbird/api/activity/estimate/:activityId",
      "answer": "data"
    },
    "instances": {
      "method": "GET",
      "path": "/chatbird/api/activity/instances/:activityId",
      "answer": "data"
    },
    "action": {
      "method": "POST",
      "path": "/chatbird/api/activity/action/:activityId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/activity/delete/:activityId",
      "answer": "data"
    },
    "comment": {
      "method": "POST",
      "path": "/chatbird/api/activity/comment/:activityId",
      "answer": "data"
    },
    "speed": {
      "method": "PUT",
      "path": "/chatbird/api/activity/speed/:activityId",
      "answer": "data"
    },
    "recipients": {
      "method": "GET",
      "path": "/chatbird/api/activity/recipients/:activityId",
      "answer": "data"
    },
    "export": {
      "method": "GET",
      "path": "/chatbird/api/activity/export/:activityId",
      "answer": "file"
    },
    "why": {
      "method": "GET",
      "path": "/chatbird/api/activity/why/:activityId",
      "answer": "data"
    },
    "preview": {
      "method": "GET",
      "path": "/chatbird/api/activity/preview/:activityId",
      "answer": "data"
    },
    "label": {
      "method": "POST",
      "path": "/chatbird/api/activity/label/:activityId",
      "answer": "data"
    },
    "retry": {
      "method": "POST",
      "path": "/chatbird/api/activity/retry/:activityId",
      "answer": "data"
    }
  },
  "dashboard": {
    "info": {
      "method": "GET",
      "path": "/e/enterprise/chat/dashboard_info",
      "answer": "response"
    },
    "cards": {
      "method": "GET",
      "path": "/e/enterprise/dashboard/cards",
      "answer": "data"
    },
    "missed": {
      "method": "GET",
      "path": "/e/enterprise/dashboard/missed",
      "answer": "data"
    }
  },
  "bots": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/nlp/v2/agent/",
      "answer": "data"
    },
    "save": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId",
      "answer": "data"
    },
    "saveConfig": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/config",
      "answer": "data"
    },
    "channels": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/channels",
      "answer": "data"
    },
    "connect": {
      "method": "PUT",
      "path": "/chatbird/api/nlp/agent/:agentId/channels",
      "answer": "data"
    },
    "savePrompt": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/prompt",
      "answer": "data"
    }
  },
  "stories": {
    "save": {
      "method": "POST",
      "path": "/chatbird/api/nlp/story",
      "answer": "data"
    },
    "tree": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/story",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId/story/:storyId",
      "answer": "data"
    }
  },
  "intents": {
    "save": {
      "method": "POST",
      "path": "/chatbird/api/nlp/intent",
      "answer": "data"
    },
    "list": {
      "method": "GET",
      "path": "/chatbird/api/nlp/v2/agent/:agentId/story/:storyId/intent",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/story/:storyId/intent/:intentId",
      "answer": "data"
    },
    "addPhrases": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/intent/:intentId/phrases",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId/story/:storyId/intent/:intentId",
      "answer": "data"
    },
    "names": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/intents",
      "answer": "data"
    },
    "paraphrase": {
      "method": "POST",
      "path": "/chatbird/api/nlp/paraphrases",
      "answer": "data"
    }
  },
  "entities": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/entity",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/entity/:entityId",
      "answer": "data"
    },
    "save": {
      "method": "POST",
      "path": "/chatbird/api/nlp/entity",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId/entity/:entityId",
      "answer": "data"
    }
  },
  "knowledge": {
    "getConfig": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/genai/config",
      "answer": "data"
    },
    "saveConfig": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/genai/config",
      "answer": "data"
    },
    "upload": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/upload_documents",
      "answer": "data"
    },
    "removeDocuments": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/delete_documents",
      "answer": "data"
    },
    "sources": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge",
      "answer": "data"
    },
    "embedding": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/embedding",
      "answer": "data"
    },
    "embedAgain": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/embedding",
      "answer": "data"
    },
    "addNote": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge",
      "answer": "data"
    },
    "readAgain": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/:sourceId/read",
      "answer": "data"
    },
    "schedule": {
      "method": "PUT",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/:sourceId/schedule",
      "answer": "data"
    },
    "removeSource": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/:sourceId",
      "answer": "data"
    },
    "text": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/:sourceId/text",
      "answer": "data"
    },
    "search": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/knowledge/search",
      "answer": "data"
    }
  },
  "integrations": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/appiyo_authconfig",
      "answer": "response"
    },
    "create": {
      "method": "POST",
      "path": "/e/enterprise/appiyo_authconfig",
      "answer": "response"
    },
    "get": {
      "method": "GET",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId",
      "answer": "response"
    },
    "update": {
      "method": "PUT",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId",
      "answer": "response"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId",
      "answer": "response"
    },
    "test": {
      "method": "POST",
      "path": "/e/enterprise/appiyo_authconfig/test",
      "answer": "response"
    },
    "login": {
      "method": "POST",
      "path": "/e/enterprise/appiyo_authconfig/login",
      "answer": "response"
    },
    "projects": {
      "method": "GET",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId/projects",
      "answer": "response"
    },
    "workflows": {
      "method": "GET",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId/workflows",
      "answer": "response"
    },
    "processes": {
      "method": "GET",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId/processes",
      "answer": "response"
    },
    "query": {
      "method": "POST",
      "path": "/e/enterprise/appiyo_authconfig/:integrationId/query",
      "answer": "response"
    },
    "genAiConfigs": {
      "method": "GET",
      "path": "/chatbird/api/nlp/genai/config",
      "answer": "data"
    }
  },
  "webhooks": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/webhooks",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/e/enterprise/webhooks",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/e/enterprise/webhooks/:webhookId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/e/enterprise/webhooks/:webhookId",
      "answer": "data"
    },
    "rotateSecret": {
      "method": "POST",
      "path": "/e/enterprise/webhooks/:webhookId/rotate_secret",
      "answer": "data"
    },
    "test": {
      "method": "POST",
      "path": "/e/enterprise/webhooks/:webhookId/test",
      "answer": "data"
    },
    "deliveries": {
      "method": "GET",
      "path": "/e/enterprise/webhooks/:webhookId/deliveries",
      "answer": "data"
    },
    "delivery": {
      "method": "GET",
      "path": "/e/enterprise/webhooks/:webhookId/deliveries/:deliveryId",
      "answer": "data"
    },
    "redeliver": {
      "method": "POST",
      "path": "/e/enterprise/webhooks/:webhookId/redeliver",
      "answer": "data"
    }
  },
  "relays": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/relaybridge/list",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/relaybridge/get",
      "answer": "data"
    },
    "address": {
      "method": "GET",
      "path": "/chatbird/api/relaybridge/relayBridgeUrl",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/chatbird/api/relaybridge/add",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/chatbird/api/relaybridge/update",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/relaybridge/delete",
      "answer": "data"
    },
    "rotateSecret": {
      "method": "POST",
      "path": "/chatbird/api/relaybridge/rotate_secret",
      "answer": "data"
    },
    "test": {
      "method": "POST",
      "path": "/chatbird/api/relaybridge/test",
      "answer": "data"
    },
    "deliveries": {
      "method": "GET",
      "path": "/chatbird/api/relaybridge/deliveries",
      "answer": "data"
    },
    "delivery": {
      "method": "GET",
      "path": "/chatbird/api/relaybridge/delivery",
      "answer": "data"
    },
    "redeliver": {
      "method": "POST",
      "path": "/chatbird/api/relaybridge/redeliver",
      "answer": "data"
    }
  },
  "training": {
    "train": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/train",
      "answer": "data"
    },
    "current": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/training",
      "answer": "data"
    },
    "decide": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/training/:trainingId/decide",
      "answer": "data"
    },
    "checks": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/checks",
      "answer": "data"
    },
    "versions": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/versions",
      "answer": "data"
    },
    "report": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/versions/:versionId/report",
      "answer": "data"
    },
    "restore": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/versions/:versionId/restore",
      "answer": "data"
    },
    "previewData": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/versions/:versionId/data",
      "answer": "data"
    },
    "restoreData": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/versions/:versionId/data",
      "answer": "data"
    },
    "tests": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/tests",
      "answer": "data"
    },
    "saveTest": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/tests",
      "answer": "data"
    },
    "runTests": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/tests/run",
      "answer": "data"
    },
    "removeTest": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId/tests/:testId",
      "answer": "data"
    },
    "importData": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/import",
      "answer": "data"
    },
    "startExample": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/example",
      "answer": "data"
    },
    "exportData": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/export",
      "answer": "file"
    },
    "map": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/map",
      "answer": "data"
    },
    "unanswered": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/unanswered",
      "answer": "data"
    },
    "resolve": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/unanswered",
      "answer": "data"
    }
  },
  "tryIt": {
    "predict": {
      "method": "POST",
      "path": "/chatbird/api/nlp/predictIntent",
      "answer": "data"
    }
  },
  "insights": {
    "sentiment": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/sentiment",
      "answer": "data"
    },
    "saveSentiment": {
      "method": "PUT",
      "path": "/chatbird/api/nlp/agent/:agentId/sentiment",
      "answer": "data"
    },
    "markWrong": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/sentiment/:turnId/wrong",
      "answer": "data"
    },
    "rules": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/classification",
      "answer": "data"
    },
    "saveRule": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/classification",
      "answer": "data"
    },
    "removeRule": {
      "method": "DELETE",
      "path": "/chatbird/api/nlp/agent/:agentId/classification/:ruleId",
      "answer": "data"
    },
    "classify": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/classification/try",
      "answer": "data"
    },
    "rerun": {
      "method": "POST",
      "path": "/chatbird/api/nlp/agent/:agentId/classification/rerun",
      "answer": "data"
    },
    "conversations": {
      "method": "GET",
      "path": "/chatbird/api/nlp/agent/:agentId/classification/conversations",
      "answer": "data"
    }
  },
  "notifications": {
    "list": {
      "method": "GET",
      "path": "/e/enterprise/notifications",
      "answer": "data"
    },
    "markRead": {
      "method": "PUT",
      "path": "/e/enterprise/notifications/read",
      "answer": "data"
    },
    "preferences": {
      "method": "GET",
      "path": "/e/enterprise/notifications/preferences",
      "answer": "data"
    },
    "savePreferences": {
      "method": "PUT",
      "path": "/e/enterprise/notifications/preferences",
      "answer": "data"
    },
    "sendTest": {
      "method": "POST",
      "path": "/e/enterprise/notifications/test",
      "answer": "data"
    },
    "pushKey": {
      "method": "GET",
      "path": "/e/enterprise/device",
      "answer": "data"
    },
    "removeDevice": {
      "method": "POST",
      "path": "/e/enterprise/device/remove",
      "answer": "data"
    }
  },
  "templates": {
    "list": {
      "method": "GET",
      "path": "/chatbird/api/templates/list",
      "answer": "data"
    },
    "get": {
      "method": "GET",
      "path": "/chatbird/api/templates/get",
      "answer": "data"
    },
    "variables": {
      "method": "GET",
      "path": "/chatbird/api/templates/variables",
      "answer": "data"
    },
    "create": {
      "method": "POST",
      "path": "/chatbird/api/templates/create",
      "answer": "data"
    },
    "update": {
      "method": "PUT",
      "path": "/chatbird/api/templates/update/:templateId",
      "answer": "data"
    },
    "remove": {
      "method": "DELETE",
      "path": "/chatbird/api/templates/delete/:templateId",
      "answer": "data"
    },
    "upload": {
      "method": "POST",
      "path": "/chatbird/api/templates/upload",
      "answer": "response"
    },
    "check": {
      "method": "POST",
      "path": "/chatbird/api/templates/check",
      "answer": "data"
    },
    "submit": {
      "method": "POST",
      "path": "/chatbird/api/templates/submit/:templateId",
      "answer": "data"
    },
    "register": {
      "method": "POST",
      "path": "/chatbird/api/templates/register/:templateId",
      "answer": "data"
    },
    "clone": {
      "method": "POST",
      "path": "/chatbird/api/templates/clone/:templateId",
      "answer": "data"
    },
    "sync": {
      "method": "POST",
      "path": "/chatbird/api/templates/sync",
      "answer": "data"
    }
  },
  "widget": {
    "config": {
      "method": "GET",
      "path": "/widget/config",
      "answer": "data"
    },
    "upload": {
      "method": "POST",
      "path": "/widget/files",
      "answer": "data"
    }
  },
  "sandbox": {
    "phones": {
      "method": "GET",
      "path": "/chatbird/api/sandbox/:channelId/phones",
      "answer": "data"
    },
    "phone": {
      "method": "GET",
      "path": "/chatbird/api/sandbox/:channelId/phones/:address",
      "answer": "data"
    },
    "act": {
      "method": "POST",
      "path": "/chatbird/api/sandbox/:channelId/phones/:address",
      "answer": "data"
    },
    "behaviour": {
      "method": "GET",
      "path": "/chatbird/api/sandbox/:channelId/behaviour",
      "answer": "data"
    },
    "behave": {
      "method": "PUT",
      "path": "/chatbird/api/sandbox/:channelId/behaviour",
      "answer": "data"
    },
    "templates": {
      "method": "GET",
      "path": "/chatbird/api/sandbox/:channelId/templates",
      "answer": "data"
    },
    "changeTemplate": {
      "method": "PUT",
      "path": "/chatbird/api/sandbox/:channelId/templates",
      "answer": "data"
    },
    "changeQuality": {
      "method": "PUT",
      "path": "/chatbird/api/sandbox/:channelId/quality",
      "answer": "data"
    },
    "load": {
      "method": "GET",
      "path": "/chatbird/api/sandbox/:channelId/load",
      "answer": "data"
    },
    "makeLoad": {
      "method": "POST",
      "path": "/chatbird/api/sandbox/:channelId/load",
      "answer": "data"
    }
  },
  "operations": {
    "health": {
      "method": "GET",
      "path": "/health",
      "answer": "file"
    },
    "ready": {
      "method": "GET",
      "path": "/ready",
      "answer": "file"
    },
    "metrics": {
      "method": "GET",
      "path": "/metrics",
      "answer": "file"
    }
  }
} as const;
