"""For vdirsyncer's tests: any server that runs already. `storage` puts it where those tests look for their servers."""

import os

import pytest


class ServerMixin:
    @pytest.fixture
    def get_storage_args(self, slow_create_collection, aio_connector):
        async def inner(collection="test"):
            args = {
                "url": os.environ["SERVING_URL"],
                "username": os.environ["SERVING_USER"],
                "password": os.environ["SERVING_PASSWORD"],
                "connector": aio_connector,
            }
            if collection is not None:
                args = await slow_create_collection(self.storage_class, args, collection)
            return args

        return inner
