"""The people and chats of the demonstration: a member, an admin, the owner, a stranger, two groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandbox.errors import Json
from sandbox.people import People

Part = Literal["member", "admin", "owner", "stranger"]
OWNER_ID = 501
ADMIN_ID = 502
MEMBER_ID = 503
STRANGER_ID = 504
ADMIN_NAME = "Ahmed"


@dataclass(frozen=True)
class Person:
    """Somebody whom the page can play."""

    user: Json
    part: Part


@dataclass(frozen=True)
class Cast:
    """Everybody, and the chats in the order of the page's list.

    Attributes:
        people: The people; the first is the one the page begins with.
        groups: A group with the bot, and a chat between friends where only inline mode reaches it.
    """

    people: tuple[Person, ...]
    groups: tuple[Json, ...]

    def person(self, user_id: object) -> Json | None:
        """The user with this id, if it is one of the cast."""
        return next((person.user for person in self.people if person.user["id"] == user_id), None)


def gather(world: People) -> Cast:
    """Create the cast in ``world``; nobody has spoken to the bot yet."""
    camille = world.user("Camille", id=MEMBER_ID, last_name="Roy", username="camille_roy", language_code="fr")
    ahmed = world.user(ADMIN_NAME, id=ADMIN_ID, last_name="Benali", username="ahmed_b", language_code="fr")
    odile = world.user("Odile", id=OWNER_ID, last_name="Garnier", username="odile_g", language_code="fr")
    robin = world.user("Robin", id=STRANGER_ID, last_name="Baker", username="robin_baker", language_code="en")
    for user in (camille, ahmed, odile, robin):
        world.private(user, started=False)
    neighbours = world.group("Voisins du canal", members=(camille, ahmed, robin))
    friends = world.group("Camille, Robin & Odile", members=(camille, odile, robin))
    world.state.members[friends["id"]][world.state.me["id"]] = "left"
    people = (
        Person(camille, "member"),
        Person(ahmed, "admin"),
        Person(odile, "owner"),
        Person(robin, "stranger"),
    )
    return Cast(people, (neighbours, friends))
