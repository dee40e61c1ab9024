api_router = object()
