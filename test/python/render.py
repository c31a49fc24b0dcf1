"""Uploads a template and renders a video with the Python client that OpenAPI Generator makes."""

import inspect
import json
import sys
import time
import urllib.request

import framepress

base_url, client_id, client_secret, package, video = sys.argv[1:]


def operations(client):
    """Returns every operation of the client by its name. The generator groups them by tag."""
    found = {}
    for _, api in inspect.getmembers(framepress, inspect.isclass):
        if api.__name__.endswith("Api"):
            for name, method in inspect.getmembers(api(client), inspect.ismethod):
                found[name] = method
    return found


configuration = framepress.Configuration(host=base_url)
client = framepress.ApiClient(configuration)
call = operations(client)

token = call["create_token"](
    {
        "grant_type": "client_credentials",
        "client_id": client_id,
        "client_secret": client_secret,
    }
)
configuration.access_token = token.access_token

version = call["create_template_style_version"](file=package, name="Small").template_style_version
while version.status in ("processing", "demo_rendering"):
    time.sleep(0.05)
    version = call["get_template_style_version"](version.id).template_style_version
assert version.status == "edit_ready", version.report

mapping = {
    "template_style_version_id": version.id,
    "missing": "example",
    "resources": {"t_01": {"source": {"text": "Grüße, Zoë"}}},
}
session = call["create_render_session"](
    {
        "title": "From Python",
        "render": "preview",
        "metadata": {"from": "python"},
        "mapping": mapping,
    },
    idempotency_key="from-python",
).render_session
while session.status == "preview_rendering":
    time.sleep(0.05)
    session = call["get_render_session"](session.id).render_session
assert session.status == "preview_rendered", session.errors

urllib.request.urlretrieve(session.video_url, video)
still = call["create_still"]({"mapping": mapping, "at": 0.2, "format": "jpeg"})
titles = [one.title for one in call["list_render_sessions"]().render_sessions]
try:
    call["get_render_session"]("rs_unknown")
    unknown = None
except framepress.ApiException as error:
    unknown = [error.status, json.loads(error.body)["code"]]

print(
    json.dumps(
        {
            "status": session.status,
            "progress": session.render_progress,
            "metadata": session.metadata,
            "still": bytes(still[:3]).hex(),
            "titles": titles,
            "unknown": unknown,
        }
    )
)
