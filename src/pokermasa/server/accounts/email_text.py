"""Texts of the e-mails, in English and Chinese."""

from __future__ import annotations

from typing import Literal

from pokermasa.server.accounts.mailer import Mail

Kind = Literal["confirm", "recover", "alert", "moved"]
Lang = Literal["en", "zh"]

_TEXTS: dict[Lang, dict[Kind, tuple[str, str]]] = {
    "en": {
        "confirm": (
            "Confirm your address",
            "Hello {name},\n\nopen this link to confirm that this address is yours:\n\n{link}\n\n"
            "It works once, for 24 hours. If you have no account at {room}, ignore this mail.",
        ),
        "recover": (
            "A new password",
            "Hello {name},\n\nopen this link to choose a new password:\n\n{link}\n\n"
            "It works once, for one hour, and logs you out everywhere. If you did not ask for it, "
            "ignore this mail: nothing has changed.",
        ),
        "alert": (
            "New sign-in",
            "Hello {name},\n\nsomebody has just logged in to your account at {room} with a browser "
            "that was not there before:\n\n{agent}\n{time} (UTC)\n\nIf it was not you, change your "
            "password and log out everywhere: {link}",
        ),
        "moved": (
            "Your address was changed",
            "Hello {name},\n\nmails of {room} about your account go to another address from now "
            "on, or to none. If it was not you, change your password: {link}",
        ),
    },
    "zh": {
        "confirm": (
            "请确认您的地址",
            "{name}，您好：\n\n请打开此链接，确认这是您的邮箱：\n\n{link}\n\n"
            "链接 24 小时内有效，只能用一次。如果您在 {room} 没有账户，请忽略此邮件。",
        ),
        "recover": (
            "设置新密码",
            "{name}，您好：\n\n请打开此链接设置新密码：\n\n{link}\n\n"
            "链接一小时内有效，只能用一次，使用后所有设备都会退出登录。"
            "如果不是您本人请求的，请忽略此邮件，一切都不会改变。",
        ),
        "alert": (
            "新设备登录",
            "{name}，您好：\n\n刚刚有人用一个新的浏览器登录了您在 {room} 的账户：\n\n{agent}\n"
            "{time}（UTC）\n\n如果不是您本人，请修改密码并在所有设备上退出：{link}",
        ),
        "moved": (
            "您的邮箱已更改",
            "{name}，您好：\n\n{room} 今后不再向此邮箱发送有关您账户的邮件。"
            "如果不是您本人操作，请修改密码：{link}",
        ),
    },
}


def mail(kind: Kind, lang: str, to: str, **options: str) -> Mail:
    """Return a mail in Chinese for *lang* "zh", and in English otherwise.

    >>> mail("moved", "en", "a@example.org", name="Ada", room="room", link="x").subject
    'Your address was changed'
    """
    subject, text = _TEXTS["zh" if lang == "zh" else "en"][kind]
    return Mail(to, subject, text.format(**options) + "\n")
